"""`liege install` and `liege uninstall`: the kiosk starts with the power, on the panel, without a desktop.

What belongs on the machine is a list (`wanted`); kiosk/changes.py makes it and takes it back. With `--root`
all of it happens under another folder, and no service is touched.
"""

from __future__ import annotations

import argparse
import grp
import os
import pwd
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from kiosk import panels, service
from kiosk.changes import Item, apply, read_record, revert, stands
from kiosk.machine import UNIT

DATA = Path("/var/lib/liege")
RULES = "etc/udev/rules.d/70-liege.rules"
COMMAND_LINES = ("boot/firmware/cmdline.txt", "boot/cmdline.txt")
QUIET_CONSOLE = ("consoleblank=0", "vt.global_cursor_default=0")
GROUPS = ("video", "render", "input", "dialout", "tty")


class CannotInstall(Exception):
    """One sentence for the person at the keyboard."""


def unit_text(user: str, groups: Sequence[str], start: Sequence[str], data: Path) -> str:
    """The systemd unit (systemd.service(5), systemd.exec(5))."""
    return f"""\
[Unit]
Description=Liege, the dealer's assistant
After=systemd-user-sessions.service getty@tty1.service plymouth-quit-wait.service
Conflicts=getty@tty1.service
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=main
ExecStart={" ".join(quoted(word) for word in start)}
User={user}
SupplementaryGroups={" ".join(groups)}
WorkingDirectory={str(data).replace("%", "%%")}
RuntimeDirectory=liege
UMask=0077
Environment=PYTHONUNBUFFERED=1

# The panel belongs to the kiosk: it is the session on the first console.
TTYPath=/dev/tty1
StandardInput=tty
StandardOutput=journal
StandardError=journal
TTYReset=yes
TTYVHangup=yes
PAMName=login
UtmpIdentifier=tty1
UtmpMode=user

# Whatever happens, it comes back in the same hand.
Restart=always
RestartSec=2
TimeoutStartSec=90
WatchdogSec=20
OOMScoreAdjust=-500

# Face-down cards reach neither swap nor a core file.
LimitCORE=0
LimitMEMLOCK=infinity
MemorySwapMax=0

NoNewPrivileges=yes
PrivateTmp=yes
ProtectSystem=full
ProtectKernelModules=yes
ProtectControlGroups=yes

[Install]
WantedBy=multi-user.target
"""


def quoted(word: str) -> str:
    """A word of a unit's command line (systemd.service(5), "Command lines")."""
    word = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{word}"' if any(letter.isspace() or letter in "\"';" for letter in word) else word


RULES_TEXT = """\
# The card shoe (Raspberry Pi Pico, USB serial): one name, the dealer's group, and no modem probes on it.
ACTION!="remove", SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0005", \
SYMLINK+="liege-shoe", GROUP="dialout", MODE="0660", ENV{ID_MM_DEVICE_IGNORE}="1"
"""


def wanted(root: Path, user: str, start: Sequence[str], data: Path) -> list[Item]:
    """All that belongs on the machine under `root`, in the order in which it is made.

    CannotInstall when `user` is unknown there, or a desktop owns the screen.
    """
    owner = account(root, user)
    if (root / "etc/systemd/system/display-manager.service").is_symlink() and _starts_desktop(root):
        raise CannotInstall(
            "this machine starts a desktop, which owns the screen; "
            "switch it off (sudo systemctl set-default multi-user.target, then restart) and install again"
        )
    for path in (UNIT, RULES, *COMMAND_LINES):
        if (root / path).is_symlink():
            raise CannotInstall(f"/{path} is a link, which would be lost; take it away first")
    groups = [name for name in GROUPS if name in _known_groups(root)]
    items = [
        Item(_below(data), "the journal and the settings", "folder", mode=0o700, owner=owner),
        Item(UNIT, "starts the kiosk and restarts it", text=unit_text(user, groups, start, data)),
        Item(
            "etc/systemd/system/multi-user.target.wants/liege.service",
            "starts it with the power",
            "link",
            target="/" + UNIT,
        ),
        Item(RULES, "names the shoe and lets the kiosk use it", text=RULES_TEXT),
    ]
    for path in COMMAND_LINES:
        # /boot/cmdline.txt is a mere notice where /boot/firmware is the boot partition.
        if (root / path).is_file():
            items.append(Item(path, "no cursor on the panel, no blanking", "words", words=QUIET_CONSOLE))
            break
    return items


def _below(path: Path) -> str:
    return str(path).lstrip("/")


def _starts_desktop(root: Path) -> bool:
    links = ("etc/systemd/system/default.target", "lib/systemd/system/default.target")
    for link in links:
        if (root / link).is_symlink():
            return os.readlink(root / link).endswith("graphical.target")
    return False


def account(root: Path, user: str) -> tuple[int, int]:
    """User and group number of `user` under `root`. CannotInstall when there is no such person."""
    if root == Path("/"):
        try:
            entry = pwd.getpwnam(user)
        except KeyError:
            raise CannotInstall(f"there is no user {user!r} on this machine; name one with --user") from None
        return entry.pw_uid, entry.pw_gid
    for line in (root / "etc/passwd").read_text().splitlines():
        fields = line.split(":")
        if fields[0] == user:
            return int(fields[2]), int(fields[3])
    raise CannotInstall(f"there is no user {user!r} under {root}; name one with --user")


def out_of_reach(program: Path, uid: int, groups: Sequence[int]) -> Path | None:
    """The first folder on the way to `program` that this user may not enter, or None."""
    for folder in reversed(program.parents):
        status = folder.stat()
        shift = 6 if status.st_uid == uid else 3 if status.st_gid in groups else 0
        if uid != 0 and not status.st_mode >> shift & 1:
            return folder
    return None


def _check_reach(user: str, program: Path) -> None:
    """CannotInstall where the service could not even start the program."""
    uid, gid = account(Path("/"), user)
    for path in (program, Path(sys.executable).resolve(), Path(__file__).resolve()):
        closed = out_of_reach(path, uid, os.getgrouplist(user, gid))
        if closed:
            raise CannotInstall(
                f"{user} may not enter {closed}, where this program lies; "
                "install from a folder that is open to all, such as /opt/liege"
            )


def _known_groups(root: Path) -> set[str]:
    if root == Path("/"):
        return {entry.gr_name for entry in grp.getgrall()}
    return {line.split(":")[0] for line in (root / "etc/group").read_text().splitlines()}


def run_services(commands: Sequence[Sequence[str]]) -> list[str]:
    """Runs each command; sentences about those that failed."""
    failed = []
    for command in commands:
        try:
            ended = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            failed.append(f"{command[0]} is not on this machine")
            continue
        if ended.returncode != 0:
            failed.append(f"{' '.join(command)}: {ended.stderr.strip() or ended.returncode}")
    return failed


def _systemd_runs(root: Path) -> bool:
    """Whether there is a systemd to be told (sd_booted(3)): not under another root, nor in a mere chroot."""
    return root == Path("/") and Path("/run/systemd/system").is_dir()


AFTER_INSTALL = (
    ("systemctl", "daemon-reload"),
    ("udevadm", "control", "--reload"),
    ("udevadm", "trigger", "--subsystem-match=tty"),
    ("systemctl", "restart", "liege.service"),
)
BEFORE_UNINSTALL = (("systemctl", "stop", "liege.service"),)
AFTER_UNINSTALL = (
    ("systemctl", "daemon-reload"),
    ("udevadm", "control", "--reload"),
    ("udevadm", "trigger", "--subsystem-match=tty"),
    ("systemctl", "start", "getty.target"),  # the login prompt that stood on the first console before
)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `install` and `uninstall`."""
    parser = subparsers.add_parser("install", help="start the kiosk with the power (Raspberry Pi, Debian)")
    parser.add_argument("--user", default=os.environ.get("SUDO_USER"), help="who runs it (default: you)")
    parser.add_argument("--data", type=Path, default=DATA, help=f"folder of the journal (default: {DATA})")
    service.add_screen_options(parser)
    parser.set_defaults(func=_guarded(run_install))
    remove = subparsers.add_parser("uninstall", help="undo `liege install`")
    remove.set_defaults(func=_guarded(run_uninstall))
    for each in (parser, remove):
        each.add_argument("--dry-run", action="store_true", help="say what would be done, do nothing")
        each.add_argument("--root", type=Path, default=Path("/"), help="another system's root folder")


Command = Callable[[argparse.Namespace], int]


def _guarded(act: Command) -> Command:
    def func(args: argparse.Namespace) -> int:
        try:
            return act(args)
        except CannotInstall as reason:
            print(f"liege: {reason}", file=sys.stderr)
        except PermissionError as error:
            print(f"liege: {error.filename} may not be changed; run this with sudo", file=sys.stderr)
        except OSError as error:
            print(f"liege: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1

    return func


def run_install(args: argparse.Namespace) -> int:
    if not args.user:
        raise CannotInstall("name the user who shall run the kiosk: --user NAME")
    data = args.data.absolute()
    _check_panel(args)
    program = Path(sys.prefix) / "bin/liege"
    start = [str(program), "service", "--data", str(data), "--rotate", str(args.rotate)]
    start += ["--panel", args.panel] if args.panel else []
    start += ["--", *service.kiosk_options(args.options)] if args.options else []
    items = wanted(args.root, args.user, start, data)
    if args.root == Path("/"):
        _check_reach(args.user, program)
    for item in items:
        state = "already there" if stands(args.root, item) else item.kind
        print(f"  /{item.path:<58} {state:<14} {item.why}")
    if args.dry_run:
        return 0
    made = apply(args.root, items)
    problems = run_services(AFTER_INSTALL) if made and _systemd_runs(args.root) else []
    for problem in problems:
        print(f"liege: {problem}", file=sys.stderr)
    print("nothing to do" if not made else "installed; `liege uninstall` takes it all back")
    if made and not _systemd_runs(args.root):
        print("systemd does not run here: the kiosk starts with the next boot")
    if any(path in COMMAND_LINES for path in made):
        print("restart the machine once for the console settings")
    return 1 if problems else 0


def _check_panel(args: argparse.Namespace) -> None:
    """CannotInstall for a panel that nobody knows, or one that cannot be turned so."""
    screens = panels.connected(args.root)
    try:
        panel = panels.named(args.panel) if args.panel else None
        if panel:
            panel.turned(args.rotate)
        elif screens:
            panels.layout_of(screens[0], None, args.rotate)
    except ValueError as error:
        raise CannotInstall(str(error)) from None


def run_uninstall(args: argparse.Namespace) -> int:
    record = read_record(args.root)
    if not record:
        print("nothing to do: it is not installed")
        return 0
    for entry in reversed(record):
        taken = "is taken away" + (", if there are no hands in it" if entry.kind == "folder" else "")
        print(f"  /{entry.path:<58} {taken if entry.before is None else 'becomes as it was'}")
    if args.dry_run:
        return 0
    runs = _systemd_runs(args.root)
    problems = run_services(BEFORE_UNINSTALL) if runs else []
    kept = revert(args.root)
    problems += run_services(AFTER_UNINSTALL) if runs else []
    for sentence in (*kept, *problems):
        print(f"liege: {sentence}", file=sys.stderr)
    print("uninstalled")
    return 1 if problems else 0
