"""The graph network as it plays is the one that is defined (and learnt): the same scores and chances, to rounding."""

from __future__ import annotations

import numpy as np
import pytest
from test_graph import TABLES, random_network
from test_network import observations

from sevenhex.nets import features
from sevenhex.nets.flow import CHUNK, Flow
from sevenhex.nets.messages import NUMPY, judge, plan


def wild_network():
    """No bias, shift or gain is at its beginning, so that none can be forgotten."""
    network, rng = random_network(), np.random.default_rng(5)
    for name, array in network.arrays.items():
        if name.endswith(("_bias", "_shift", "_gain")) or name == "faith":
            array[:] = rng.normal(0.3, 0.5, array.shape)
    return network


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_what_plays_is_what_is_defined(edition, players):
    network = wild_network()
    _, seen = observations(edition, players)
    own, seen = network.seen(np.concatenate([seen, seen[: CHUNK + 3]]), players)  # more than a chunk, and no whole number of them
    present = np.repeat((np.arange(own.seats) < players).astype(np.float32)[:, None], len(seen), axis=1)
    wanted = judge(seen, present, plan(own.island), features.tables(own.island), network.arrays, network.sizes, NUMPY)
    flow = Flow(network.arrays, network.sizes)
    scores, worth = flow.judge(seen, players, own.island)
    assert np.allclose(scores, wanted[0], atol=1e-4)
    assert np.allclose(worth, wanted[1], atol=1e-4)
    nothing, again = flow.judge(seen, players, own.island, policy=False)
    assert nothing.shape == (len(seen), 0)
    assert (again == worth).all()
