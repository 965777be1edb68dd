"""Where people meet: tournaments, seeks, friends and blocks, the club's own page."""
