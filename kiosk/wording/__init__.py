"""The sentences: prompts, notices, refusals, hands and payouts in words, from data (SCREENS, ARCHITECTURE).

Every sentence is one whole message with named places, looked up in a gettext catalogue: nothing is glued.
"""

from kiosk.wording.speaker import Spoken, Wording

__all__ = ["Spoken", "Wording"]
