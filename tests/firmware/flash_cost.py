"""Run by MicroPython: what the shoe's store costs on LittleFS, in erases and programmed pages a write."""

import vfs  # type: ignore[import-not-found]
from shoe.store import Store  # type: ignore[import-not-found]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

BLOCK, PAGE = 4096, 256


class Flash:
    """A block device that counts."""

    def __init__(self, blocks: int) -> None:
        self.data = bytearray(blocks * BLOCK)
        self.blocks = blocks
        self.erases = self.pages = 0

    def readblocks(self, block: int, buffer: bytearray, offset: int = 0) -> None:
        at = block * BLOCK + offset
        buffer[:] = self.data[at : at + len(buffer)]

    def writeblocks(self, block: int, buffer: bytes, offset: int = 0) -> None:
        at = block * BLOCK + offset
        self.data[at : at + len(buffer)] = buffer
        self.pages += (len(buffer) + PAGE - 1) // PAGE

    def ioctl(self, operation: int, argument: int) -> int:
        if operation == 4:
            return self.blocks
        if operation == 5:
            return BLOCK
        self.erases += operation == 6
        return 0


flash = Flash(352)
vfs.VfsLfs2.mkfs(flash, progsize=PAGE)
vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE), "/flash")
store = Store("/flash/shoe-state")


def cost(what: str, writes: int, write: "Callable[[int], object]") -> None:
    erases, pages = flash.erases, flash.pages
    for number in range(writes):
        write(number)
    print(what, (flash.erases - erases) / writes, (flash.pages - pages) / writes)


cost("boot", 200, lambda number: store.next_boot(7))
cost("card", 64, lambda number: store.keep(("B7F2", number + 1, "04A1B2C3D4E580")))
cost("all-anew", 10, lambda number: store.keep_only([("B7F2", 1, "04A1B2C3D4E580")] * 64))
if store.failed:
    print("failed 1000 1000")
