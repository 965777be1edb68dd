"""Our bots in other people's engines, to measure and to check ourselves. Needs the extra `oracle`."""
