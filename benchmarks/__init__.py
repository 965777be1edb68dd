"""What measures Sevenhex, from a checkout: speed, load, hostile clients, strength. `python -m benchmarks.NAME` in the checkout's root."""
