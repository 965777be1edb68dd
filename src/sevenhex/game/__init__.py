"""A game: its log and states, what happened, its final table, its dice, its picture."""
