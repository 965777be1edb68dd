"""A weight file's network as PyTorch runs it: to learn further, to teach, or to play thousands of games on a GPU."""

from __future__ import annotations

from sevenhex.rules.ids import Island

from .graph import GraphNetwork
from .graph_model import GraphModel
from .model import Model
from .network import Network, NetworkError

Learner = Model | GraphModel


def model_of(network: Network | GraphNetwork, island: int) -> Learner:
    """The model of an island; `NetworkError` where the weights are for the other one."""
    model: Learner
    if isinstance(network, GraphNetwork):
        model = GraphModel(island, network.sizes)
        model.take(network)
        return model
    if network.island != island:
        wanted = Island(island).name.lower()
        raise NetworkError(f"The weights are for the {network.header.island} island; the games are on the {wanted} one.")
    model = Model(island, network.header.width, network.header.blocks, network.header.features)
    model.take(network)
    return model
