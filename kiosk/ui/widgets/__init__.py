"""The parts of the screen, each in its module."""
