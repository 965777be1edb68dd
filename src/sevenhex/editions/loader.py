"""Editions from their TOML files. Every complaint names the file, the field and what was expected there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from ..errors import EditionError, OptionError, SevenhexError, one_of
from ..rules.ids import CARD_NAMES, DESERT, GENERIC, RESOURCE_NAMES, TERRAIN_NAMES, Island
from ..rules.layout import Harbor
from ..rules.topology import CORNER_NEIGHBORS, GEOMETRY, Geometry
from .edition import SMALL_PLAYERS, Edition, FramePiece, Pieces, Placed, Printed, Stock
from .options import OPTIONS, Value, check_names

Kind = TypeVar("Kind")

CLAUSE = re.compile(r"[A-Z]+-[0-9]+")
TERRAIN_LETTERS = {name[:2].title(): code for code, name in enumerate(TERRAIN_NAMES)}
HARBOR = (*RESOURCE_NAMES, "generic")
HARBOR_LETTERS = {"Br": 0, "Lu": 1, "Wo": 2, "Gr": 3, "Or": 4, "31": GENERIC}
PAD_HARBORS = (0, 3, 7, 10, 13, 17, 20, 23, 27)  # sides of the coast with a harbor on a printed map, clockwise from A1.NW
ISLANDS = {"small": Island.SMALL, "large": Island.LARGE}
PAD = "zip_pad.toml"
NAMES = ("fourth", "summary", "extension", "sixth", "zip")
OPEN = {"rules", "choices", "large", "words", "sections", "sources", "colours", "beginner", "pieces", "islands", "frame"}
FIELDS = {"name", "rulebook", "citation", "year", "players", "other_rules", "pad", "inherits", "key", "islands_used"} | OPEN


def names() -> tuple[str, ...]:
    """The editions that come with the package."""
    return NAMES


def load(edition: str | Path) -> Edition:
    """An edition by its name (`load("sixth")`) or from a file of one's own (`load(Path("my.toml"))`)."""
    if isinstance(edition, Path):
        return read(_parse(edition, edition.name), key=edition.stem, file=edition.name)
    if edition not in NAMES:
        raise EditionError(f"There is no edition {edition!r}; {one_of(edition, NAMES)}. A file of your own is loaded with load(Path(...)).")
    return _shipped(edition)


@cache
def _shipped(name: str) -> Edition:
    return _build(_merge(_own("common.toml"), _own(f"{name}.toml")), name, f"{name}.toml", {})


@cache
def _own(file: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(file).read_text("utf-8"))


def _parse(path: Path, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise EditionError(f"{path}: cannot be read ({error.strerror}). Expected a TOML file that describes an edition.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise EditionError(f"{file}: is not TOML ({error}).") from error


def read(source: Mapping[str, Any], *, key: str, file: str) -> Edition:
    """An edition from the contents of a file; `inherits` names the edition it starts from."""
    data = dict(source)
    for name in data:
        if name not in FIELDS:
            raise EditionError(f"{file}: unknown field {name!r}; {one_of(name, sorted(FIELDS - {'islands_used', 'key'}))}.")
    base = _own("common.toml")
    parent = data.get("inherits")
    if parent is not None:
        if parent not in NAMES:
            raise EditionError(f"{file}: inherits is {parent!r}; {one_of(parent, NAMES)}.")
        base = _merge(base, _own(f"{parent}.toml"))
    try:
        return _build(_merge(base, data), key, file, {**data, "key": key})
    except SevenhexError:
        raise
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        # A value nested too deep for a check of its own; the shipped files show every shape.
        expected = "the shapes of the editions that come with Sevenhex"
        raise EditionError(f"{file}: a value has the wrong shape ({type(error).__name__}: {error}); expected {expected}.") from error


def _merge(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are merged, everything else is replaced. `islands` is a list in an edition and a table in the common file."""
    merged = dict(under)
    for name, value in over.items():
        if name == "islands" and isinstance(value, list):
            merged["islands_used"] = value
        elif isinstance(value, Mapping) and isinstance(merged.get(name), Mapping):
            merged[name] = _merge(merged[name], value)
        else:
            merged[name] = value
    return merged


def _need(data: Mapping[str, Any], name: str, kind: type[Kind], file: str, expected: str) -> Kind:
    value = data.get(name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        given = "is missing" if value is None else f"is {value!r}"
        raise EditionError(f"{file}: {name} {given}; expected {expected}.")
    return value


def _build(data: dict[str, Any], key: str, file: str, source: Mapping[str, Any]) -> Edition:
    used = _need(data, "islands_used", list, file, "a list of islands, each 'small' or 'large'")
    for island in used:
        if island not in ISLANDS:
            raise EditionError(f"{file}: islands names {island!r}; {one_of(island, ISLANDS)}.")
    islands = tuple(ISLANDS[island] for island in used)
    players = tuple(_need(data, "players", list, file, "a list of numbers from 2 to 6"))
    _check_players(players, islands, file)
    frame = _frame(data, file)
    stock = {ISLANDS[name]: _stock(data["islands"][name], ISLANDS[name], frame, f"{file}, islands.{name}") for name in used}
    rules, choices = _rules(data, islands, file)
    if data.get("pad", PAD) != PAD:
        raise EditionError(f"{file}: pad is {data['pad']!r}; expected {PAD!r}, the only pad of maps there is.")
    pad = _pad(_own(PAD), file) if "pad" in data else ()
    beginner = _beginner(data["beginner"], frame, islands[0], file) if "beginner" in data else pad[0] if pad else None
    first_player = str(data.get("beginner", {}).get("first_player", ""))
    if first_player:
        _checked(file, {"first_player": first_player})
    other = data.get("other_rules")
    edition = Edition(
        key=key,
        name=_need(data, "name", str, file, "the edition's name"),
        rulebook=_need(data, "rulebook", str, file, "the rulebook's title"),
        citation=_need(data, "citation", str, file, "the words by which the book is cited"),
        year=_need(data, "year", int, file, "a year"),
        players=players,
        islands=islands,
        stock=stock,
        pieces=_pieces(_need(data, "pieces", dict, file, "a table of roads, settlements and cities"), file),
        rules=rules,
        choices=choices,
        beginner=beginner,
        beginner_first_player=first_player,
        pad=pad,
        colour_table=_colours(_need(data, "colours", dict, file, "a list of colours for each number of players"), players, islands, file),
        words=_words(_need(data, "words", dict, file, "a table of words"), file),
        sections={str(clause): str(title) for clause, title in _need(data, "sections", dict, file, "a table of titles").items()},
        sources=_sources(data.get("sources", {}), file),
        other=load(other) if other else None,
        source=source,
    )
    _check_standards(edition, file)
    return edition


def _checked(file: str, options: Mapping[str, object]) -> None:
    try:
        check_names(options)
    except OptionError as error:
        raise EditionError(f"{file}: {error}") from error


def _check_players(players: tuple[Any, ...], islands: tuple[Island, ...], file: str) -> None:
    for count in players:
        if not isinstance(count, int) or not 2 <= count <= 6:
            raise EditionError(f"{file}: players names {count!r}; expected numbers from 2 to 6.")
        if (Island.SMALL if count in SMALL_PLAYERS else Island.LARGE) not in islands:
            size = "small" if count in SMALL_PLAYERS else "large"
            raise EditionError(f"{file}: players names {count}, who play on the {size} island; expected {size!r} in islands.")


def _check_standards(edition: Edition, file: str) -> None:
    """An edition's own standard must be playable for every number of players."""
    for players in edition.all_players:
        try:
            edition.configure(players)
        except OptionError as error:
            raise EditionError(f"{file}: rules contradict each other for {players} players: {error}") from error
        placed = {start.colour for start in edition.beginner.start} if edition.beginner else set()
        missing = [colour for colour in edition.colours(players) if colour not in placed]
        if "beginner" in edition.offers(players, "setup") and missing:
            raise EditionError(f"{file}: beginner.start does not place {', '.join(missing)}; expected two settlements for every colour.")


def _counts(table: Mapping[str, int], order: tuple[str, ...], file: str) -> tuple[int, ...]:
    for name in table:
        if name not in order:
            raise EditionError(f"{file}: {name!r} is not known here; {one_of(name, order)}.")
    return tuple(int(table.get(name, 0)) for name in order)


def _stock(data: Mapping[str, Any], island: Island, frame: Mapping[str, FramePiece], file: str) -> Stock:
    geometry = GEOMETRY[island]
    stock = Stock(
        island=island,
        terrain=_counts(_need(data, "terrain", dict, file, "how many hexes of each terrain"), TERRAIN_NAMES, file),
        tokens=tuple(_need(data, "tokens", list, file, "the numbers in the order of their letters")),
        cards_each=_need(data, "cards_each", int, file, "how many cards of each resource"),
        deck=_counts(_need(data, "deck", dict, file, "how many of each development card"), CARD_NAMES, file),
        harbors=_counts(_need(data, "harbors", dict, file, "how many harbors of each kind"), HARBOR, file),
        frame=_arrange(_need(data, "frame", list, file, "the frame pieces clockwise"), frame, geometry, file),
    )
    hexes = len(geometry.hex_names)
    if sum(stock.terrain) != hexes:
        raise EditionError(f"{file}: terrain counts {sum(stock.terrain)} hexes; expected {hexes}.")
    producing = hexes - stock.terrain[DESERT]
    if len(stock.tokens) != producing:
        raise EditionError(f"{file}: tokens lists {len(stock.tokens)} numbers; expected {producing}, one for each hex but the desert.")
    for number in stock.tokens:
        if number not in range(2, 13) or number == 7:
            raise EditionError(f"{file}: tokens names {number!r}; expected 2 to 12 without 7.")
    if not 1 <= stock.cards_each <= 24 or any(not 0 <= count <= 100 for count in stock.deck):
        raise EditionError(f"{file}: cards_each is {stock.cards_each} and deck {stock.deck}; expected 1 to 24, and 0 to 100 of each card.")
    printed = [kind for piece in stock.frame for _, kind in piece.harbors]
    if tuple(printed.count(kind) for kind in range(GENERIC + 1)) != stock.harbors:
        raise EditionError(f"{file}: harbors counts {stock.harbors}, but the frame has {sorted(printed)}; expected the same.")
    return stock


def _frame(data: Mapping[str, Any], file: str) -> dict[str, FramePiece]:
    pieces = {}
    for name, piece in data["frame"].items():
        harbors = []
        for harbor in piece["harbors"]:
            side, kind = harbor.split()
            if kind not in HARBOR or int(side) >= piece["sides"]:
                expected = f"a side below {piece['sides']} and one of {', '.join(HARBOR)}"
                raise EditionError(f"{file}, frame.{name}: {harbor!r} is no harbor; expected {expected}.")
            harbors.append((int(side), HARBOR.index(kind)))
        pieces[name] = FramePiece(name, piece["sides"], tuple(harbors))
    return pieces


def _arrange(order: list[str], frame: Mapping[str, FramePiece], geometry: Geometry, file: str) -> tuple[FramePiece, ...]:
    for name in order:
        if name not in frame:
            raise EditionError(f"{file}: frame names {name!r}; {one_of(name, frame)}.")
    pieces = tuple(frame[name] for name in order)
    sides = sum(piece.sides for piece in pieces)
    if sides != len(geometry.coast):
        raise EditionError(f"{file}: the frame covers {sides} sides of the coast; expected {len(geometry.coast)}.")
    return pieces


def frame_harbors(frame: tuple[FramePiece, ...], geometry: Geometry) -> tuple[Harbor, ...]:
    """Where the harbors of frame pieces lie, the first piece beginning at the north-west side of A1."""
    harbors = []
    begins = 0
    for piece in frame:
        harbors += [Harbor(geometry.coast[begins + side], kind) for side, kind in piece.harbors]
        begins += piece.sides
    return tuple(harbors)


def _rules(
    data: Mapping[str, Any], islands: tuple[Island, ...], file: str
) -> tuple[dict[Island, dict[str, Value]], dict[Island, dict[str, tuple[Value, ...]]]]:
    rules: dict[Island, dict[str, Value]] = {}
    choices: dict[Island, dict[str, tuple[Value, ...]]] = {}
    large = data.get("large", {})
    for island in islands:
        table = dict(_need(data, "rules", dict, file, "a table of options"))
        offered = dict(data.get("choices", {}))
        if island == Island.LARGE:
            table |= large.get("rules", {})
            offered |= large.get("choices", {})
        _checked(file, table)
        for name, values in offered.items():
            for value in values:
                _checked(file, {name: value})
        missing = [name for name, option in OPTIONS.items() if not option.house and name != "map" and name not in table]
        if missing:
            raise EditionError(f"{file}: rules does not say {', '.join(missing)}; expected a value for each.")
        rules[island] = table
        choices[island] = {name: tuple(values) for name, values in offered.items()}
    return rules, choices


def _pieces(data: Mapping[str, Any], file: str) -> Pieces:
    roads = data.get("roads")
    if roads != "unlimited" and (not isinstance(roads, int) or not 2 <= roads <= 100):
        raise EditionError(f"{file}: pieces.roads is {roads!r}; expected a number from 2 to 100, or 'unlimited'.")
    for name in ("settlements", "cities"):
        if not isinstance(data.get(name), int) or not 0 <= data[name] <= 50:
            raise EditionError(f"{file}: pieces.{name} is {data.get(name)!r}; expected a number from 0 to 50.")
    return Pieces(None if roads == "unlimited" else roads, data["settlements"], data["cities"], bool(data.get("drawn", False)))


def _colours(table: Mapping[str, Any], players: tuple[int, ...], islands: tuple[Island, ...], file: str) -> dict[int, tuple[str, ...]]:
    colours = {}
    for count in (*players, *((2,) if Island.SMALL in islands else ())):
        row = table.get(str(count))
        if not isinstance(row, list) or len(set(row)) != count or len(row) != count:
            raise EditionError(f"{file}: colours.{count} is {row!r}; expected {count} different colours.")
        colours[count] = tuple(row)
    return colours


def _words(words: Mapping[str, Any], file: str) -> dict[str, str]:
    for key, word in words.items():
        if not isinstance(word, str) or not word:
            raise EditionError(f"{file}: words.{key} is {word!r}; expected a word.")
    return dict(words)


def _sources(table: Mapping[str, Any], file: str) -> dict[str, str]:
    known = ("house", *NAMES)
    for name, source in table.items():
        option, _, value = name.partition("=")
        if not CLAUSE.fullmatch(name):
            _checked(file, {option: value})
        if source not in known:
            raise EditionError(f"{file}: sources.{name} is {source!r}; {one_of(source, known)}.")
    return dict(table)


def _beginner(data: Mapping[str, Any], frame: Mapping[str, FramePiece], default: Island, file: str) -> Printed:
    where = f"{file}, beginner"
    other = data.get("as_in")
    if other is not None and "rows" not in data:
        if other not in NAMES or "rows" not in _own(f"{other}.toml").get("beginner", {}):
            pictured = [name for name in NAMES if "rows" in _own(f"{name}.toml").get("beginner", {})]
            raise EditionError(f"{where}: as_in is {other!r}; {one_of(other, pictured)}.")
        data = _own(f"{other}.toml")["beginner"]
    rows = _need(data, "rows", list, where, "one text of hexes for each row")
    island = next((island for island, geometry in GEOMETRY.items() if len(geometry.rows) == len(rows)), default)
    geometry = GEOMETRY[island]
    terrain, numbers = _hexes(" ".join(rows), geometry, where)
    pieces = _arrange(_need(data, "frame", list, where, "the frame pieces clockwise"), frame, geometry, where)
    start = _start(_need(data, "start", dict, where, "two settlements with roads for each colour"), geometry, where)
    return Printed(island, terrain, numbers, frame_harbors(pieces, geometry), start, bool(data.get("inactive_colour", False)))


def _hexes(text: str, geometry: Geometry, file: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Hexes written like Mo10 (mountains, 10) or De (the desert), in reading order."""
    terrain, numbers = [], []
    for word in text.split():
        code = TERRAIN_LETTERS.get(word[:2])
        number = word[2:] or "0"
        if code is None or not number.isdigit() or (code == DESERT) != (number == "0"):
            known = ", ".join(TERRAIN_LETTERS)
            raise EditionError(f"{file}: {word!r} is no hex; expected one of {known} and a number, none for the desert.")
        terrain.append(code)
        numbers.append(int(number))
    if len(terrain) != len(geometry.hex_names):
        raise EditionError(f"{file}: {len(terrain)} hexes; expected {len(geometry.hex_names)}.")
    return tuple(terrain), tuple(numbers)


def _start(table: Mapping[str, Any], geometry: Geometry, file: str) -> tuple[Placed, ...]:
    placed: list[Placed] = []
    for colour, settlements in table.items():
        for text in settlements:
            corner, edge, *star = text.split()
            if corner not in geometry.corner_ids or edge not in geometry.edge_ids or star not in ([], ["*"]):
                expected = "a corner, a side and perhaps a star, like 'C1.SE C2.SW *'"
                raise EditionError(f"{file}: start.{colour} has {text!r}; expected {expected}.")
            place, road = geometry.corner_ids[corner], geometry.edge_ids[edge]
            if place not in geometry.edge_corners[road]:
                raise EditionError(f"{file}: start.{colour}: the road {edge} does not touch the settlement {corner}.")
            near = [other.colour for other in placed if other.corner == place or other.corner in CORNER_NEIGHBORS[geometry.island, place]]
            if near:
                raise EditionError(f"{file}: start.{colour}: {corner} is too near a settlement of {near[0]} (SETUP-11).")
            placed.append(Placed(colour, place, road, bool(star)))
    return tuple(placed)


def _pad(data: Mapping[str, Any], file: str) -> tuple[Printed, ...]:
    """SETUP-7: printed maps, the hexes and then the harbors; only the first has a start."""
    geometry = GEOMETRY[Island.SMALL]
    maps = []
    for number, line in enumerate(data["maps"], 1):
        hexes, harbors = line.split("|")
        terrain, numbers = _hexes(hexes, geometry, f"{file}, map {number}")
        kinds = [HARBOR_LETTERS[word] for word in harbors.split()]
        placed = tuple(Harbor(geometry.coast[side], kind) for side, kind in zip(PAD_HARBORS, kinds, strict=True))
        start = _start(data["start"], geometry, f"{file}, map {number}") if number == 1 else ()
        maps.append(Printed(Island.SMALL, terrain, numbers, placed, start))
    return tuple(maps)
