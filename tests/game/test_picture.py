"""The picture of an island: well-formed, complete, and in the edition's words."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from clauses import clause
from sevenhex.editions import load, names
from sevenhex.editions.start import new_state
from sevenhex.notation.picture import PAINT, SYMBOLS, island_svg
from sevenhex.rules.board import put_city
from sevenhex.rules.topology import GEOMETRY

SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str, kind: str) -> list[ElementTree.Element]:
    return [part for part in ElementTree.fromstring(svg).iter(f"{SVG}g") if part.get("class") == kind]


def titles(svg: str, kind: str) -> list[str]:
    return [part.findtext(f"{SVG}title") or "" for part in drawn(svg, kind)]


@pytest.mark.parametrize("name", names())
def test_every_hex_token_and_harbor_is_drawn(name: str) -> None:
    configuration = load(name).configure(max(load(name).players))
    state, layout = new_state(configuration, 3)
    svg = island_svg(state, colours=layout.colours, words=configuration.words)
    assert len(drawn(svg, "hex")) == len(layout.terrain)
    assert len(drawn(svg, "token")) == len(configuration.stock.tokens)
    assert len(drawn(svg, "harbor")) == len(layout.harbors)
    assert len(drawn(svg, "robber")) == 1
    assert not drawn(svg, "road")


@clause("COMP-9")
def test_the_picture_speaks_the_editions_words() -> None:
    for name, harbor, lumber in (("fourth", "harbor", "lumber"), ("sixth", "port", "wood")):
        configuration = load(name).configure(4, setup="beginner")
        state, layout = new_state(configuration, 3)
        assert f"{harbor} 2:1 {lumber}" in titles(island_svg(state, colours=layout.colours, words=configuration.words), "harbor")


def test_pieces_stand_where_they_are_in_their_colours() -> None:
    configuration = load("sixth").configure(4, setup="beginner")
    state, layout = new_state(configuration, 3)
    put_city(state[0], 1, GEOMETRY[0].corner_ids["D2.SE"])
    svg = island_svg(state, colours=layout.colours, words=configuration.words)
    assert titles(svg, "city") == ["blue city D2.SE"]
    assert len(drawn(svg, "settlement")) == 7
    assert "red road A2.SE" in titles(svg, "road")
    assert len(drawn(svg, "road")) == 8
    assert svg.count(PAINT["orange"]) == 4


def test_every_colour_has_paint_and_a_symbol_of_its_own() -> None:
    colours = {colour for name in names() for table in load(name).colour_table.values() for colour in table}
    assert colours <= set(PAINT)
    assert len({SYMBOLS[colour] for colour in colours}) == len(colours)


@clause("SETUP-2")
def test_neutral_settlements_look_unlike_a_players() -> None:
    configuration = load("extension").configure(5, setup="beginner")
    state, layout = new_state(configuration, 3)
    svg = island_svg(state, colours=layout.colours, words=configuration.words, inactive=layout.inactive)
    assert svg.count('fill-opacity="0.55"') == 2
    assert sum(title.startswith(f"{layout.inactive} ") for title in titles(svg, "settlement")) == 2


def test_heat_and_labels_on_request() -> None:
    configuration = load("sixth").configure(4)
    state, layout = new_state(configuration, 3)
    svg = island_svg(state, colours=layout.colours, words=configuration.words, heat={0: 1.0, 5: 3.0}, labels=True)
    spots = list(drawn(svg, "heat")[0].iter(f"{SVG}circle"))
    assert [float(spot.get("r", 0)) for spot in spots] == [5.0, 13.0]
    assert [text.text for text in drawn(svg, "labels")[0]] == GEOMETRY[0].hex_names


def test_words_cannot_break_the_picture() -> None:
    state, layout = new_state(load("sixth").configure(4), 3)
    svg = island_svg(state, colours=layout.colours, words={"harbor": '<b>"&', "robber": "</svg>"})
    assert '<b>"& 3:1 generic' in titles(svg, "harbor")
