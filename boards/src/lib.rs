//! Board files: typed, checked, and handed on to the firmware, the simulator and the guide.
