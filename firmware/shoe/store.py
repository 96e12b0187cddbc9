"""Cards and boot ids in the board's file system (LittleFS on the Pico), in the link's own sealed lines."""

import os

from .lines import LONGEST, seal, unseal

_KEPT = "KEPT %s %d %s"


class Store:
    """Two small files in ``folder``. A file system that fails costs durability, never a card in memory:
    ``failed`` says so."""

    def __init__(self, folder: str) -> None:
        self._boot_file = folder + "/boot.txt"
        self._kept_file = folder + "/kept.txt"
        self.failed = False
        try:
            os.mkdir(folder)
        except OSError:
            pass  # it is there; where it cannot be made, the first write says so

    def next_boot(self, random_boot: int) -> int:
        """The number of this boot, 0 to 65535: one more than the last, so that none comes back soon."""
        boot = random_boot & 0xFFFF
        for words in self._read(self._boot_file):
            if len(words) == 2 and words[0] == "BOOT" and len(words[1]) == 4:
                boot = (int(words[1], 16) + 1) & 0xFFFF
        self._write(self._boot_file, "wb", ["BOOT %04X" % boot])
        return boot

    def kept(self) -> "list[tuple[str, int, str]]":
        """The cards (boot id, number, UID) stored by ``keep``."""
        return [
            (words[1], int(words[2]), words[3])
            for words in self._read(self._kept_file)
            if len(words) == 4 and words[0] == "KEPT"
        ]

    def keep(self, card: "tuple[str, int, str]") -> None:
        """Store one more card (boot id, number, UID)."""
        self._write(self._kept_file, "ab", [_KEPT % card])

    def keep_only(self, cards: "list[tuple[str, int, str]]") -> None:
        """Forget all cards but these. The new file takes the old one's place as a whole."""
        try:
            if cards:
                self._write(self._kept_file + ".new", "wb", [_KEPT % card for card in cards])
                os.rename(self._kept_file + ".new", self._kept_file)
            else:
                os.remove(self._kept_file)
        except OSError:
            self.failed = True

    def _read(self, name: str) -> "list[list[str]]":
        """The words of each sound line of a file; a damaged line is left out and ``failed`` is set."""
        found = []
        try:
            with open(name, "rb") as file:
                while True:
                    line = file.readline()
                    if not line:
                        break
                    if line == b"\n":
                        continue
                    words = unseal(line[:-1]) if len(line) <= LONGEST + 1 else None
                    if words is None:
                        self.failed = True
                    else:
                        found.append(words)
        except OSError:
            pass  # no such file: nothing was stored
        return found

    def _write(self, name: str, mode: str, bodies: "list[str]") -> None:
        """A line for each body. LittleFS shows a file as it was until the new one is closed, so a cut harms
        nothing;
        elsewhere a line that was cut short must not spoil the next one, hence the line feed in front.
        """
        try:
            with open(name, mode) as file:
                for body in bodies:
                    file.write(b"\n" + seal(body))
        except OSError:
            self.failed = True
