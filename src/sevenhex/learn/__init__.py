"""Training by self-play: `sevenhex train`.

`config` (what is asked for), `games` (environments as tensors), `model` (the network in PyTorch), `ppo` (one update), `trainer` (the whole
run), `checkpoint`, `strength` (matches against named bots). Playing needs none of it: see `sevenhex.nets`.
"""
