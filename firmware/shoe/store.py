"""Cards and boot ids in the board's file system (LittleFS on the Pico), in the link's own sealed lines."""

import os

from .lines import LONGEST, seal, unseal


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
        self._write(self._boot_file, ["BOOT %04X" % boot])
        return boot

    def kept(self) -> "list[tuple[str, int, str]]":
        """The cards (boot id, number, UID) stored by ``keep``."""
        return [
            (words[1], int(words[2]), words[3])
            for words in self._read(self._kept_file)
            if len(words) == 4 and words[0] == "KEPT"
        ]

    def keep(self, cards: "list[tuple[str, int, str]]") -> None:
        """Store these cards in the place of those before."""
        self._write(self._kept_file, ["KEPT %s %d %s" % card for card in cards])

    def _read(self, name: str) -> "list[list[str]]":
        """The words of each sound line of a file; a damaged line is left out and ``failed`` is set."""
        found = []
        try:
            with open(name, "rb") as file:
                while True:
                    line = file.readline()
                    if not line:
                        break
                    words = unseal(line[:-1]) if len(line) <= LONGEST + 1 else None
                    if words is None:
                        self.failed = True
                    else:
                        found.append(words)
        except OSError:
            pass  # no such file: nothing was stored
        return found

    def _write(self, name: str, bodies: "list[str]") -> None:
        """Replace a file as a whole: LittleFS keeps the old one if the power goes before the rename."""
        try:
            with open(name + ".new", "wb") as file:
                for body in bodies:
                    file.write(seal(body))
            os.rename(name + ".new", name)
        except OSError:
            self.failed = True
