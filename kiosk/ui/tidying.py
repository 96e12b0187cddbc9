"""Memory that is free goes back to the system between hands.

Drawing letters takes and frees blocks of many sizes, and the C library keeps what lies between those still in use:
without this a kiosk's memory grows all evening, though nothing is held.
"""

from __future__ import annotations

import ctypes
import sys


def give_back() -> bool:
    """Hand free memory back; a few milliseconds. False where the C library cannot (it is not glibc)."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return False
    trim(0)
    return True
