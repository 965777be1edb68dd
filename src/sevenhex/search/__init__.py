"""The compiled part of the bots: judging a position, choosing by one step, searching a turn, bargaining, playing on."""
