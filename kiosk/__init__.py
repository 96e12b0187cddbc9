"""Everything that touches the world: readers, store, screen, command line."""
