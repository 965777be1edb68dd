"""A game in few words, for a language model: what its seat may know, what happened, what it may do.

Everything is made from the wire form of the seat's own view, its legal actions and its events (docs/protocol.md), so that no more can be in
it than the seat may know, at an own game and at a server's table alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sevenhex.rules.ids import Island
from sevenhex.rules.topology import GEOMETRY

Json = Mapping[str, Any]
SHORT = {"brick": "br", "lumber": "wo", "wool": "sh", "grain": "wh", "ore": "or"}
DULL = ("ended", "turn", "barren", "seven", "discarded", "part")  # events that the next one says as well
DEVELOPMENT = {"knight": "knight", "victory_point": "victory point", "road_building": "road_building", "year_of_plenty": "plenty",
               "monopoly": "monopoly"}  # fmt: skip

SYSTEM = """You play a seat of the island game CATAN. Answer with actions only, as the tool `act` takes them.
- Corners and edges are named by a hex and a direction: `settle B2.SE`, `road A1.E`, `city B2.SE`. In brackets stand the hexes around a
  place: (wh6 or8) is wheat on 6 and ore on 8. Short names: br brick, wo lumber (wood), sh wool (sheep), wh grain (wheat), or ore. In
  actions write brick, lumber, wool, grain, ore.
- A turn: `roll`, then build, buy (a development card) and trade in any order, then `end`. Costs: road br+wo, settlement br+wo+sh+wh,
  city 2wh+3or, card sh+wh+or. After a 7: `discard RESOURCE` card by card, `robber HEX rob COLOUR`.
- Give several actions in one call where nothing can come between: ["road A1.E", "settle A1.SE", "end"]. They stop at the first refusal.
- `bank 4 wool for 1 ore` trades with the supply; `offer 1 wool for 1 brick` with players (not in the list, any amounts), `accept`,
  `refuse`.
- Good play: settle where numbers near 6 and 8 and different resources meet; cities and cards later; end a turn with seven cards at most."""


def island(view: Json) -> str:
    """Hexes with number, harbors, robber: said once."""
    hexes = " ".join(f"{each['name']}:{yields(each)}" for each in view["hexes"])
    harbors = " ".join(
        f"{each['rate']}:1{SHORT[each['resource']] if each['resource'] else ''}@{'/'.join(each['corners'])}" for each in view["harbors"]
    )
    return f"Island {hexes}\nHarbors {harbors}\nRobber {view['robber']}"


def yields(each: Json) -> str:
    return f"{SHORT[each['resource']]}{each['number']}" if each["resource"] else "desert"


def around(view: Json) -> dict[str, str]:
    """For each corner's name what the hexes around it give."""
    geometry = GEOMETRY[Island[str(view["island"]).upper()]]
    yield_of = {each["name"]: yields(each) for each in view["hexes"]}
    found: dict[str, list[str]] = {}
    for hex_, corners in enumerate(geometry.hex_corners):
        for corner in corners:
            found.setdefault(geometry.corner_names[corner], []).append(yield_of[geometry.hex_names[hex_]])
    return {name: " ".join(parts) for name, parts in found.items()}


def cards(counts: Json | None) -> str:
    """A hand in short names."""
    return " ".join(f"{count}{SHORT[kind]}" for kind, count in (counts or {}).items() if count) or "none"


def player(seat: Json, own: bool) -> str:
    """A player in a line."""
    parts = [f"{seat['colour']}{' (you)' if own else ''} {seat['total_points'] if own else seat['points']}p"]
    if own:
        owned = [f"{count} {DEVELOPMENT[kind]}" for kind, count in (seat["dev"] or {}).items() if count]
        parts.append(f"hand {cards(seat['hand'])}" + (f"; cards {', '.join(owned)}" if owned else ""))
    else:
        parts.append(f"{seat['cards']} cards" + (f", {seat['dev_cards']} dev" if seat["dev_cards"] else ""))
    parts += [f"{seat['knights']} knights"] if seat["knights"] else []
    parts += ["longest route"] if seat["longest_route"] else []
    parts += ["largest army"] if seat["largest_army"] else []
    parts += [f"harbors {' '.join(map(str, seat['harbors']))}"] if own and seat["harbors"] else []
    return ", ".join(parts)


def pieces(view: Json) -> str:
    """What stands on the island, by player."""
    colours = [seat["colour"] for seat in view["seats"]]
    lines = []
    for seat, colour in enumerate(colours):
        built = [f"{'city ' if each['kind'] == 'city' else ''}{each['corner']}" for each in view["buildings"] if each["seat"] == seat]
        roads = [each["edge"] for each in view["roads"] if each["seat"] == seat]
        if built or roads:
            lines.append(f"{colour}: {' '.join(built)}; roads {' '.join(roads)}")
    return "\n".join(lines)


def worthwhile(legal: Sequence[str]) -> list[str]:
    """The actions without trades that a better rate dominates: the same cards for more than another listed trade asks."""
    best: dict[tuple[str, str], int] = {}
    for text in legal:
        words = text.split()
        if words[0] == "bank":
            pair = (words[2], words[5])
            best[pair] = min(best.get(pair, 99), int(words[1]))
    return [text for text in legal if not text.startswith("bank ") or int(text.split()[1]) == best[text.split()[2], text.split()[5]]]


def choices(legal: Sequence[str], view: Json) -> str:
    """What may be done, by its first word; places with what is around them."""
    named = around(view) if any(text.startswith("settle ") for text in legal) else {}
    groups: dict[str, list[str]] = {}
    for text in worthwhile(legal):
        word, _, rest = text.partition(" ")
        if word == "bank":
            give, get = rest.split(" for 1 ")
            groups.setdefault(f"bank {give} for 1", []).append(get)
        elif word == "robber":
            place, _, victim = rest.partition(" rob ")
            groups.setdefault(f"robber HEX rob {victim}" if victim else "robber", []).append(place)
        else:
            groups.setdefault(word, []).append(f"{rest}({named[rest]})" if word == "settle" and rest in named else rest)
    return " | ".join(f"{word} {', '.join(filter(None, rest))}".strip() for word, rest in groups.items())


def news(events: Iterable[Json]) -> str:
    """What happened, in sentences; what another one says as well is left out."""
    return " ".join(str(event["text"]) for event in events if event["kind"] not in DULL)


def situation(view: Json, legal: Sequence[str], events: Iterable[Json], whole: bool = False) -> str:
    """All that a decision needs; with `whole` the island and what stands on it too."""
    seats, own = view["seats"], view["seat"]
    lines = [f"v{view['version']} turn {view['turn']}"]
    heard = news(events)
    lines += [f"News: {heard}"] if heard else []
    lines += [island(view), pieces(view)] if whole else []
    lines.append(" | ".join(player(seat, seat["seat"] == own) for seat in seats))
    if view["winner"] is not None:
        lines.append(f"Over: {seats[view['winner']]['colour']} has won.")
    elif legal:
        lines.append(f"You may: {choices(legal, view)}")
    else:
        lines.append(f"Waiting for {', '.join(seats[seat]['colour'] for seat in view['to_act'] if seat >= 0) or 'chance'}.")
    return "\n".join(line for line in lines if line)
