"""The screens: the table, and what opens over it."""
