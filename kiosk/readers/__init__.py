"""Card readers: the CardReader protocol (base) and its drivers."""
