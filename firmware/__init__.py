"""Programs for the microcontrollers: shoe/ runs on the Pico, simulated/ stands in for its board on a PC."""
