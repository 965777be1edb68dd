"""A training run is asked for by a file that comes back as it was, and mistakes in it are refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sevenhex.learn
from sevenhex.errors import OptionError, SevenhexError
from sevenhex.learn.config import Config, TableConfig, load, read
from sevenhex.nets.graph import GraphNetwork, Header
from sevenhex.nets.messages import Sizes, shapes
from sevenhex.rules.ids import Island

CONFIGS = Path(sevenhex.learn.__file__).parent / "configs"


def test_a_configuration_comes_back_from_its_text():
    asked = Config(width=64, rate=(1e-3, 1e-5), opponents=("greedy",), tables=(TableConfig("zip", 3, 2.0), TableConfig("fourth", 4)))
    assert read(asked.to_toml()) == asked
    assert read("") == Config()


def test_tables_of_a_wide_network_are_on_one_island():
    assert read("[[tables]]\nplayers = 6\n[[tables]]\nplayers = 5\n").islands_played == (Island.LARGE,)
    both = read('network = "graph"\n[[tables]]\nplayers = 6\n[[tables]]\nplayers = 4\n')
    assert both.islands_played == (Island.SMALL, Island.LARGE)
    with pytest.raises(OptionError, match="one island"):
        read("[[tables]]\nplayers = 6\n[[tables]]\nplayers = 4\n")


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_named_configurations_can_be_used(path):
    assert load(path).islands_played


def test_the_tiny_network_is_tiny(tmp_path):
    """At most 1 MB: noise packs worse than anything learnt."""
    sizes, rng = Sizes(*load(CONFIGS / "graph-tiny.toml").sizes), np.random.default_rng(1)
    arrays = {name: rng.normal(0, 1, shape).astype(np.float32) for name, shape in shapes(sizes).items()}
    GraphNetwork(Header(sizes=tuple(sizes)), arrays).save(tmp_path / "tiny.npz")
    assert (tmp_path / "tiny.npz").stat().st_size < 1e6


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("width = 0", "width is 0"),
        ("network = 'grpah'", "'grpah'.*graph"),
        ("sizes = [8, 8, 8]", "expected 4 whole numbers"),
        ("average = 1.0", "less than 1"),
        ("teacher = 'shipped'", "expected both, or neither"),
        ("taught_on = ['smal']", "'smal'.*small"),
        ("features = 7", "features is 7; expected 1, or 0 for none"),
        ("widht = 64", "no 'widht'.*width"),
        ("width = ", "no TOML"),
        ("tables = []", "at least one table"),
        ("[[tables]]\ncolour = 'red'", "no 'colour'"),
        ("[[tables]]\nedition = 'seventh'", "seventh"),
        ("[[tables]]\nplayers = 9", "9"),
    ],
)
def test_a_mistake_is_reported_in_a_sentence(text, message):
    with pytest.raises(SevenhexError, match=message):
        read(text)


def test_a_file_that_is_not_there_is_reported(tmp_path):
    with pytest.raises(OptionError, match="cannot be read"):
        load(tmp_path / "none.toml")
