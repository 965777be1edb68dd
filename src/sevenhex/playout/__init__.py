"""Random play at full speed: a small generator and whole games in compiled loops."""
