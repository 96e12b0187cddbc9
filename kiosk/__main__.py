"""``python -m kiosk`` is ``liege``."""

import sys

from kiosk.cli import main

sys.exit(main())
