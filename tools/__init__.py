"""Tools of the project itself: set-up and import contracts. Not installed."""
