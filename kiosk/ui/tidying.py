"""Memory that is free goes back to the system.

Drawing letters takes and frees blocks of many sizes, and the C library keeps what lies between those still in use:
without this a kiosk's memory grows all evening, though nothing is held.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any, Final

_M_MMAP_THRESHOLD: Final = -3
LARGE: Final = 64 * 1024
"""Bytes. Blocks of this size and more, as pictures and textures are, come from the system and go back to it each by
itself; left alone, the C library raises the bound to the largest block that was ever freed."""


def _glibc() -> Any:
    """The C library, where it is one that has these functions; else None."""
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "mallopt") and hasattr(library, "malloc_trim") else None


def keep_large_blocks_apart() -> bool:
    """To be called once, before anything is drawn. False where the C library cannot."""
    library = _glibc()
    return library is not None and bool(library.mallopt(_M_MMAP_THRESHOLD, LARGE))


def give_back() -> bool:
    """Hand free memory back, between hands; a few milliseconds. False where the C library cannot."""
    library = _glibc()
    if library is None:
        return False
    library.malloc_trim(0)
    return True
