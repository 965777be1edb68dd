"""A training run is asked for by a file that comes back as it was, and mistakes in it are told in a sentence."""

from __future__ import annotations

import pytest

from sevenhex.errors import OptionError, SevenhexError
from sevenhex.learn.config import Config, TableConfig, load, read
from sevenhex.rules.ids import Island


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


@pytest.mark.parametrize(
    ("text", "told"),
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
def test_a_mistake_is_told_in_a_sentence(text, told):
    with pytest.raises(SevenhexError, match=told):
        read(text)


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(OptionError, match="cannot be read"):
        load(tmp_path / "none.toml")
