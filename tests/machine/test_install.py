"""Installing into a fake root, twice, and taking it back; what people changed stays theirs."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk import changes, install, machine

START = ["/opt/liege/.venv/bin/liege", "service", "--data", "/var/lib/liege", "--rotate", "0"]
BOOT = "console=serial0,115200 console=tty1 root=PARTUUID=1 rootfstype=ext4 consoleblank=600 rootwait\n"


@pytest.fixture
def fake(tmp_path: Path) -> Path:
    """A Raspberry Pi OS Lite in small: accounts, the boot partition, no desktop."""
    files = {
        "etc/passwd": f"root:x:0:0::/root:/bin/sh\nana:x:{os.getuid()}:{os.getgid()}::/home/ana:/bin/sh\n",
        "etc/group": "root:x:0:\nvideo:x:44:\nrender:x:106:\ninput:x:105:\ndialout:x:20:\ntty:x:5:\n",
        "boot/firmware/cmdline.txt": BOOT,
        "etc/systemd/system/other.service": "[Unit]\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    for folder in ("etc/udev/rules.d", "var/lib", "lib/systemd/system"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "lib/systemd/system/default.target").symlink_to("multi-user.target")
    return tmp_path


def tree(root: Path) -> dict[str, tuple[int, str]]:
    """Every path with its mode and content."""
    seen = {}
    for path in sorted(root.rglob("*")):
        if path.is_symlink():
            content = "-> " + os.readlink(path)
        else:
            content = path.read_text() if path.is_file() else "folder"
        seen[str(path.relative_to(root))] = (path.lstat().st_mode, content)
    return seen


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    install.add_parser(parser.add_subparsers())
    args = parser.parse_args(words)
    return args.func(args)


def items(root: Path) -> list[changes.Item]:
    return install.wanted(root, "ana", START, Path("/var/lib/liege"))


def test_install_then_uninstall_leaves_the_tree_as_it_was(fake: Path, capsys):
    before = tree(fake)
    assert run("install", "--root", str(fake), "--user", "ana") == 0
    said = capsys.readouterr().out
    assert said.endswith(
        "installed; `liege uninstall` takes it all back\n"
        "systemd does not run here: the kiosk starts with the next boot\n"
        "restart the machine once for the console settings\n"
    )
    after = tree(fake)
    new = set(after) - set(before)
    assert new == {
        "etc/liege",
        "etc/liege/installed.json",
        "etc/systemd/system/liege.service",
        "etc/systemd/system/multi-user.target.wants",
        "etc/systemd/system/multi-user.target.wants/liege.service",
        "etc/udev/rules.d/70-liege.rules",
        "var/lib/liege",
    }
    assert all("/" + name in said for name in new if "." in name and "json" not in name)
    assert (fake / "boot/firmware/cmdline.txt").read_text() == (
        "console=serial0,115200 console=tty1 root=PARTUUID=1 rootfstype=ext4 rootwait "
        "consoleblank=0 vt.global_cursor_default=0\n"
    )
    assert (fake / "var/lib/liege").stat().st_mode & 0o7777 == 0o700
    assert run("uninstall", "--root", str(fake)) == 0
    assert tree(fake) == before


def test_a_second_install_changes_nothing(fake: Path, capsys):
    run("install", "--root", str(fake), "--user", "ana")
    once = tree(fake)
    capsys.readouterr()
    assert run("install", "--root", str(fake), "--user", "ana") == 0
    assert "nothing to do" in capsys.readouterr().out
    assert tree(fake) == once


def test_other_options_replace_ours_and_still_go_back_to_the_beginning(fake: Path):
    before = tree(fake)
    (fake / "etc/systemd/system/liege.service").write_text("[Unit]\nDescription=somebody's own\n")
    own = tree(fake)
    run("install", "--root", str(fake), "--user", "ana")
    run("install", "--root", str(fake), "--user", "ana", "--rotate", "180", "--panel", "5-720x1280")
    unit = (fake / "etc/systemd/system/liege.service").read_text()
    assert "--rotate 180 --panel 5-720x1280\n" in unit
    run("uninstall", "--root", str(fake))
    assert tree(fake) == own != before


def test_what_was_changed_by_hand_and_what_holds_hands_is_kept(fake: Path, capsys):
    run("install", "--root", str(fake), "--user", "ana")
    unit = fake / "etc/systemd/system/liege.service"
    unit.write_text(unit.read_text() + "# Nice=5\n")
    (fake / "var/lib/liege/journal").write_text("hands")
    assert run("uninstall", "--root", str(fake)) == 0
    said = capsys.readouterr().err
    assert "/etc/systemd/system/liege.service is kept: it was changed since" in said
    assert "/var/lib/liege is kept: there are hands in it" in said
    assert unit.exists()
    assert (fake / "boot/firmware/cmdline.txt").read_text() == BOOT
    assert not (fake / "etc/liege").exists()


def test_a_dry_run_says_all_and_does_nothing(fake: Path, capsys):
    before = tree(fake)
    assert run("install", "--root", str(fake), "--user", "ana", "--dry-run") == 0
    assert tree(fake) == before
    assert "/etc/udev/rules.d/70-liege.rules" in capsys.readouterr().out
    run("install", "--root", str(fake), "--user", "ana")
    installed = tree(fake)
    capsys.readouterr()
    assert run("uninstall", "--root", str(fake), "--dry-run") == 0
    assert tree(fake) == installed
    said = {tuple(line.split(maxsplit=1)) for line in capsys.readouterr().out.splitlines()}
    assert said == {
        ("/boot/firmware/cmdline.txt", "becomes as it was"),
        ("/etc/udev/rules.d/70-liege.rules", "is taken away"),
        ("/etc/systemd/system/multi-user.target.wants/liege.service", "is taken away"),
        ("/etc/systemd/system/liege.service", "is taken away"),
        ("/var/lib/liege", "is taken away, if there are no hands in it"),
    }


def test_modes_that_were_there_before_come_back(fake: Path):
    (fake / "var/lib/liege").mkdir(mode=0o755)
    (fake / "var/lib/liege/liege.db").write_text("hands")
    rules = fake / "etc/udev/rules.d/70-liege.rules"
    rules.write_text("# somebody's own\n")
    rules.chmod(0o600)
    before = tree(fake)
    run("install", "--root", str(fake), "--user", "ana")
    run("install", "--root", str(fake), "--user", "ana", "--rotate", "180")
    assert (fake / "var/lib/liege").stat().st_mode & 0o7777 == 0o700
    assert rules.stat().st_mode & 0o7777 == 0o644
    run("uninstall", "--root", str(fake))
    assert tree(fake) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files to somebody else")
def test_the_journal_goes_to_the_user_who_runs_the_kiosk_and_comes_back(fake: Path):
    with (fake / "etc/passwd").open("a") as accounts:
        accounts.write("ben:x:4321:4322::/home/ben:/bin/sh\n")
    journal = fake / "var/lib/liege/sessions/first.session.jsonl"
    journal.parent.mkdir(parents=True)
    journal.write_text("hands")
    os.chown(journal, 99, 98)
    run("install", "--root", str(fake), "--user", "ana")
    run("install", "--root", str(fake), "--user", "ben")
    folders = (journal, journal.parent, journal.parent.parent)
    assert {(path.stat().st_uid, path.stat().st_gid) for path in folders} == {(4321, 4322)}
    run("uninstall", "--root", str(fake))
    assert (journal.stat().st_uid, journal.stat().st_gid) == (99, 98)
    assert (fake / "var/lib/liege").stat().st_uid == os.getuid()


@pytest.mark.parametrize("step", range(5))
def test_a_cut_at_any_step_is_taken_back_whole(fake: Path, monkeypatch: pytest.MonkeyPatch, step: int):
    """The power goes after the record of a step, before the step itself, and at its end."""
    before = tree(fake)
    wanted, made = items(fake), []

    def cut(root: Path, item: changes.Item, planned: changes.Done) -> None:
        if len(made) == step:
            raise KeyboardInterrupt
        made.append(item)
        make(root, item, planned)

    make = changes.make
    with monkeypatch.context() as patch:
        patch.setattr(changes, "make", cut)
        with pytest.raises(KeyboardInterrupt):
            changes.apply(fake, wanted)
    installed_halfway = tree(fake)
    changes.apply(fake, wanted)  # a second try completes it
    assert all(changes.stands(fake, item) for item in wanted)
    changes.revert(fake)
    assert tree(fake) == before != installed_halfway


def test_systemd_is_told_in_its_order_where_it_runs(fake: Path, capsys, monkeypatch: pytest.MonkeyPatch):
    told: list[str] = []
    monkeypatch.setattr(install, "_systemd_runs", lambda root: True)
    monkeypatch.setattr(
        install, "run_services", lambda commands: told.extend(" ".join(words) for words in commands) or []
    )
    run("install", "--root", str(fake), "--user", "ana")
    assert told[0] == "systemctl daemon-reload"
    assert told[-1] == "systemctl restart liege.service"
    run("install", "--root", str(fake), "--user", "ana")
    assert told[-1] == "systemctl restart liege.service" and len(told) == 4  # nothing was made, nothing is told
    told.clear()
    run("uninstall", "--root", str(fake))
    assert told[0] == "systemctl stop liege.service"
    assert told[-1] == "systemctl start getty.target"
    assert "systemd does not run" not in capsys.readouterr().out


def test_a_link_in_the_way_is_refused(fake: Path, capsys):
    (fake / "etc/systemd/system/liege.service").symlink_to("/dev/null")  # systemctl mask
    assert run("install", "--root", str(fake), "--user", "ana") == 1
    assert "/etc/systemd/system/liege.service is a link" in capsys.readouterr().err


def test_options_of_the_kiosk_reach_its_unit(fake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "look.json").write_text("{}")
    monkeypatch.chdir(folder)
    words = ["--", "--language", "de", "--look=look.json", "--deck", "blue.deck", "--camera", "0"]
    assert run("install", "--root", str(fake), "--user", "ana", *words) == 0
    unit = (fake / "etc/systemd/system/liege.service").read_text()
    given = f"-- --language de --look={folder}/look.json --deck {folder}/blue.deck --camera 0\n"
    assert given in unit


def test_what_is_no_option_of_the_kiosk_ends_it(fake: Path, capsys):
    before = tree(fake)
    with pytest.raises(SystemExit):
        run("install", "--root", str(fake), "--user", "ana", "--", "--langage", "de")
    assert "--langage" in capsys.readouterr().err
    assert tree(fake) == before


def test_a_program_that_its_user_cannot_reach_is_named(tmp_path: Path):
    closed = tmp_path / "closed"
    program = closed / "liege/.venv/bin/liege"
    program.parent.mkdir(parents=True)
    for folder in program.parents:
        if folder.is_relative_to(closed):
            folder.chmod(0o755)
    closed.chmod(0o750)
    own, group = closed.stat().st_uid, closed.stat().st_gid
    tmp_open = [folder for folder in closed.parents if not folder.stat().st_mode & 0o001]
    stranger = next(number for number in range(5000, 5100) if number != own)
    assert install.out_of_reach(program, own, ()) is None
    assert install.out_of_reach(program, stranger, [stranger]) == (tmp_open[-1] if tmp_open else closed)
    if not tmp_open:
        assert install.out_of_reach(program, stranger, [stranger, group]) is None
    assert install.out_of_reach(program, 0, ()) is None


def test_a_panel_that_is_found_and_cannot_be_turned_is_refused(fake: Path, capsys):
    connector = fake / "sys/class/drm/card1-DSI-1"
    connector.mkdir(parents=True)
    (connector / "status").write_text("connected\n")
    (connector / "modes").write_text("800x480\n")
    assert run("install", "--root", str(fake), "--user", "ana", "--rotate", "90") == 1
    assert "can be turned by 180 degrees only" in capsys.readouterr().err
    assert run("install", "--root", str(fake), "--user", "ana", "--rotate", "180") == 0


def test_a_step_that_fails_leaves_a_record_of_those_before(fake: Path, capsys):
    before = tree(fake)
    shutil.rmtree(fake / "etc/udev")
    (fake / "etc/udev").write_text("in the way")
    changed = tree(fake)
    assert run("install", "--root", str(fake), "--user", "ana") == 1
    assert "Not a directory" in capsys.readouterr().err
    assert (fake / "etc/systemd/system/liege.service").exists()
    assert run("uninstall", "--root", str(fake)) == 0
    assert tree(fake) == changed != before


def test_an_unknown_user_a_desktop_and_an_unknown_panel_are_refused(fake: Path, capsys):
    assert run("install", "--root", str(fake), "--user", "bob") == 1
    assert "there is no user 'bob'" in capsys.readouterr().err
    assert run("install", "--root", str(fake), "--user", "ana", "--panel", "huge") == 1
    assert "known are 7-800x480, 7-720x1280, 5-720x1280, 10-1280x800" in capsys.readouterr().err
    (fake / "etc/systemd/system/display-manager.service").symlink_to("/lib/systemd/system/lightdm.service")
    (fake / "etc/systemd/system/default.target").symlink_to("/lib/systemd/system/graphical.target")
    assert run("install", "--root", str(fake), "--user", "ana") == 1
    assert "a desktop" in capsys.readouterr().err
    assert not (fake / "etc/liege").exists()


def test_groups_that_the_machine_lacks_are_left_out(fake: Path):
    (fake / "etc/group").write_text("video:x:44:\ninput:x:105:\n")
    unit = next(item for item in items(fake) if item.path == machine.UNIT)
    assert "SupplementaryGroups=video input\n" in unit.text


def test_only_the_first_boot_line_file_is_touched(fake: Path):
    (fake / "boot/cmdline.txt").write_text("DO NOT EDIT THIS FILE\n")
    assert [item.path for item in items(fake) if item.kind == "words"] == ["boot/firmware/cmdline.txt"]


@pytest.mark.parametrize(
    ("word", "written"),
    [("/opt/liege", "/opt/liege"), ("/home/a b/x", '"/home/a b/x"'), ("50%", "50%%"), ("$x", "$$x")],
)
def test_words_of_the_unit_are_quoted(word, written):
    assert install.quoted(word) == written


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not on this machine")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path):
    start = [sys.executable, "-m", "kiosk", "service"]
    unit = tmp_path / "liege.service"
    unit.write_text(install.unit_text("root", ["video", "tty"], start, Path("/var/lib")))
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False
    )
    complaints = [line for line in checked.stderr.splitlines() if "liege" in line]
    assert complaints == []
    assert checked.returncode == 0, checked.stderr


@pytest.mark.skipif(shutil.which("udevadm") is None, reason="udevadm is not on this machine")
def test_udev_finds_nothing_wrong_with_the_rules(tmp_path: Path):
    usage = subprocess.run(["udevadm", "--help"], capture_output=True, text=True, check=False)
    if "verify" not in usage.stdout:
        pytest.skip("this udevadm cannot verify rules (systemd 252 and older)")
    rules = tmp_path / "70-liege.rules"
    rules.write_text(install.RULES_TEXT)
    checked = subprocess.run(["udevadm", "verify", rules], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
