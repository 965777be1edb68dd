"""Training by self-play (`sevenhex train`), and by what the search finds (`sevenhex lessons`).

`config` (what is asked for), `games` (environments as tensors), `model` (the network in PyTorch), `ppo` (one update), `trainer` (the whole
run), `checkpoint`, `strength` (matches against named bots); `lessons` (decisions of a search), `teacher` (makes them), `pupil` (learns from
them). Playing needs none of it: see `sevenhex.nets`.
"""
