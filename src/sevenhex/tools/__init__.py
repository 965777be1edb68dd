"""Tools that draw: nothing of the game needs them."""
