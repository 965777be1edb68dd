"""Tools that measure and draw: nothing of the game needs them."""
