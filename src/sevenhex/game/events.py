"""What happened, in facts and in sentences: each action becomes events, derived from the states before and after it.

An event declares its audience. Its `data` is for those seats (for all when the audience is None); everybody else gets `public`, which
leaves out what they may not know: the stolen card (ROB-5), the discards until all have chosen (SEVEN-1), the card drawn (DEV-2). No rule
is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeAlias

from sevenhex.notation.speech import EVERYBODY, Naming
from sevenhex.protocol.wording import listed
from sevenhex.rules.actions import NONE, typed
from sevenhex.rules.board import CITY
from sevenhex.rules.cards import CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST, counts, one
from sevenhex.rules.ids import CARD_NAMES, DESERT, NEUTRAL, NOBODY, PART_NAMES, RESOURCE_NAMES, Kind, Phase
from sevenhex.rules.snapshot import Snapshot, int_members

from .scores import score_table

__all__ = ["EVERYBODY", "Event", "Reporter", "Teller", "listed", "named_counts", "report"]

Facts: TypeAlias = dict[str, Any]
Words: TypeAlias = Mapping[str, str]
PHASE, KIND = int_members(Phase), int_members(Kind)


@dataclass(frozen=True)
class Event:
    """One thing that happened at log entry `n`, done by or to `seat` (None for the table)."""

    n: int
    kind: str
    seat: int | None
    data: Facts
    audience: tuple[int, ...] | None = None
    public: Facts = field(default_factory=dict)  # what those outside the audience may know; unused when the audience is None
    colours: tuple[str, ...] = field(default=(), repr=False, compare=False)
    words: Words = field(default_factory=dict, repr=False, compare=False)

    def is_known_to(self, seat: int | None) -> bool:
        """May this seat (None: a spectator) know all of it?"""
        return self.audience is None or seat == EVERYBODY or (seat is not None and seat in self.audience)

    def facts(self, seat: int | None) -> Facts:
        """The part of the facts that a seat may know."""
        return self.data if self.is_known_to(seat) else self.public

    def opened(self) -> Event:
        """The same when nothing is secret any more (WIN-4)."""
        return self if self.audience is None else replace(self, audience=None)

    def sentence(self, words: Words | None = None, for_seat: int | None = None) -> str:
        """The event in the edition's words, as seen by one seat (None: a spectator)."""
        return Teller(words or self.words, self.colours).tell(self.kind, self.seat, self.facts(for_seat))

    def to_json(self, seat: int | None = None, sentence: bool = True) -> Facts:
        """The wire form, with only what that seat may know; `text` is the sentence, for those who do not make their own."""
        text = {"text": self.sentence(None, seat)} if sentence else {}
        return {"n": self.n, "kind": self.kind, "seat": self.seat, **text, "data": self.facts(seat)}


def named_counts(word: int, names: Sequence[str] = RESOURCE_NAMES) -> dict[str, int]:
    """The counts of a word by name, zeros left out."""
    return {name: count for name, count in zip(names, counts(word), strict=True) if count}


# --- from states to facts

known_action = lru_cache(16384)(typed)  # the same few thousand make up most games


class Reporter:
    """Compares the state before an action with the one after it."""

    def __init__(self, n: int, before: Snapshot, after: Snapshot, seat: int, action: int, naming: Naming, words: Words) -> None:
        self.n, self.before, self.after, self.seat = n, before, after, seat
        self.naming, self.words = naming, words
        self.geometry = naming.geometry
        self.kind, self.arguments, self.give, self.get = known_action(action)
        self.open = bool(self.before.open_hands)

    def event(self, kind: str, seat: int | None, /, **data: Any) -> Event:
        """Something that everybody may know."""
        return Event(self.n, kind, seat, data, None, {}, self.naming.colours, self.words)

    def secret(self, kind: str, seat: int, audience: tuple[int, ...], hidden: str, /, **data: Any) -> Event:
        """Something of which only the audience may know one fact; with open hands (HOUSE-5) all may."""
        made = self.event(kind, seat, **data)
        if self.open and kind != "drew":  # development cards stay hidden even then (DEV-2)
            return made
        return replace(made, audience=audience, public={name: fact for name, fact in data.items() if name != hidden})

    def all(self) -> Iterator[Event]:
        yield from self.action()
        yield from self.awards()
        yield from self.phases()
        yield from self.victory()

    def action(self) -> Iterator[Event]:
        seat, kind, arguments = self.seat, self.kind, self.arguments
        match kind:
            case KIND.DICE if self.before.phase == PHASE.ORDER_DICE:
                yield from self.order_roll()
            case KIND.DICE:
                yield from self.roll()
            case KIND.STEAL:
                thief, victim = int(self.before.actor), int(self.before.victim)
                resource = RESOURCE_NAMES[arguments[0]]
                yield self.secret("robbed", thief, (thief, victim), "resource", victim=victim, count=1, resource=resource)
            case KIND.DRAW:
                buyer = int(self.before.actor)
                card = CARD_NAMES[arguments[0]]
                yield self.secret("drew", buyer, (buyer,), "card", deck=sum(counts(self.after.deck)), card=card)
            case KIND.SETTLE:
                yield from self.settlement()
            case KIND.ROAD:
                yield self.built("road", self.geometry.edge_names[arguments[0]], ROAD_COST)
            case KIND.CITY:
                yield self.built("city", self.geometry.corner_names[arguments[0]], CITY_COST)
            case KIND.BUY:
                yield self.event("bought", seat, cost=named_counts(CARD_COST))
            case KIND.KNIGHT | KIND.ROAD_BUILDING | KIND.PLENTY | KIND.MONOPOLY:
                yield from self.card()
            case KIND.ROBBER:
                yield from self.robber()
            case KIND.DISCARD:
                left = int(self.before.discard_left[seat]) - 1
                yield self.secret("discarded", seat, (seat,), "resource", count=1, left=left, resource=RESOURCE_NAMES[arguments[0]])
                yield from self.returned()
            case KIND.BANK:
                give, get, rate = arguments
                yield self.event("traded", seat, give={RESOURCE_NAMES[give]: rate}, get={RESOURCE_NAMES[get]: 1}, **{"with": None})
            case KIND.END:
                yield self.event("ended", seat)
            case KIND.STOP:
                yield self.event("stopped", seat, left=int(self.before.free_roads))
            case KIND.ROLL:
                pass  # the dice tell
            case _:
                yield self.bargain()

    def order_roll(self) -> Iterator[Event]:
        waiting = [s for s in range(self.before.players) if self.before.contenders >> s & 1 and not self.before.order_roll[s]]
        yield self.event("order_rolled", waiting[0], dice=list(self.arguments), sum=sum(self.arguments))
        if self.after.phase == PHASE.ORDER_DICE and len(waiting) == 1:
            tied = [s for s in range(self.after.players) if self.after.contenders >> s & 1]
            yield self.event("tied", None, seats=tied)
        elif self.after.phase != PHASE.ORDER_DICE:
            yield self.event("started", int(self.after.starter), placed=bool(self.after.placed_start))

    def roll(self) -> Iterator[Event]:
        points = sum(self.arguments)
        yield self.event("rolled", int(self.before.actor), dice=list(self.arguments), sum=points)
        if self.after.phase in (PHASE.DISCARD, PHASE.ROBBER):
            owed = {str(s): int(self.after.discard_left[s]) for s in range(self.after.players) if self.after.discard_left[s]}
            yield self.event("seven", int(self.before.actor), discards=owed)
        else:
            yield from self.production(points)

    def production(self, points: int) -> Iterator[Event]:
        """PROD-1 to 5 retold: what each hex paid, what the robber kept back, and which resource ran short."""
        gained = [
            [b - a for a, b in zip(counts(self.before.hand[s]), counts(self.after.hand[s]), strict=True)] for s in range(self.after.players)
        ]
        unpaid = [list(row) for row in gained]
        paid: dict[int, list[Facts]] = {}
        blocked: dict[int, list[Facts]] = {}
        owed = [0] * 5
        for tile, number in enumerate(self.before.number[: len(self.geometry.hex_names)]):
            if number != points or self.before.terrain[tile] == DESERT:
                continue
            resource = int(self.before.terrain[tile])
            for corner in self.geometry.hex_corners[tile]:
                piece = int(self.before.building[corner])
                if piece == 0 or piece in (1 + NEUTRAL, CITY + NEUTRAL):
                    continue
                owner, claim = (piece - CITY, 2) if piece >= CITY else (piece - 1, 1)
                fact = {
                    "hex": self.geometry.hex_names[tile],
                    "corner": self.geometry.corner_names[corner],
                    "resource": RESOURCE_NAMES[resource],
                }
                if tile == self.before.robber:
                    blocked.setdefault(owner, []).append({**fact, "count": claim})
                    continue
                owed[resource] += claim
                got = min(claim, unpaid[owner][resource])
                unpaid[owner][resource] -= got
                if got:
                    paid.setdefault(owner, []).append({**fact, "count": got})
        for seat in sorted(paid):
            yield self.event("produced", seat, cards=paid[seat])
        for seat in sorted(blocked):
            yield self.event("blocked", seat, cards=blocked[seat])
        for resource, claimed in enumerate(owed):
            given = sum(row[resource] for row in gained)
            if given < claimed:
                yield self.event("short", None, resource=RESOURCE_NAMES[resource], owed=claimed, paid=given)
        if not paid and not blocked and not any(owed):
            yield self.event("barren", None, sum=points)

    def settlement(self) -> Iterator[Event]:
        corner = self.arguments[0]
        yield self.built("settlement", self.geometry.corner_names[corner], SETTLEMENT_COST)
        gained = self.before.phase == PHASE.SETUP_SETTLEMENT and self.before.hand[self.seat] != self.after.hand[self.seat]
        if gained:  # SETUP-12
            tiles = [
                tile for tile, corners in enumerate(self.geometry.hex_corners) if corner in corners and self.before.terrain[tile] != DESERT
            ]
            before, after = counts(self.before.hand[self.seat]), counts(self.after.hand[self.seat])
            unpaid = [b - a for a, b in zip(before, after, strict=True)]
            facts = []
            for tile in tiles:
                resource = int(self.before.terrain[tile])
                if unpaid[resource] > 0:  # the supply may hold fewer cards than the hexes owe
                    unpaid[resource] -= 1
                    place = {"hex": self.geometry.hex_names[tile], "corner": self.geometry.corner_names[corner]}
                    facts.append({**place, "count": 1, "resource": RESOURCE_NAMES[resource]})
            yield self.event("produced", self.seat, cards=facts)

    def built(self, piece: str, place: str, cost: int) -> Event:
        if self.before.phase in (PHASE.SETUP_SETTLEMENT, PHASE.SETUP_ROAD):
            return self.event("placed", self.seat, piece=piece, place=place)
        free = bool(self.before.phase == PHASE.FREE_ROADS)
        return self.event("built", self.seat, piece=piece, place=place, free=free, cost={} if free else named_counts(cost))

    def card(self) -> Iterator[Event]:
        seat = self.seat
        match self.kind:
            case KIND.KNIGHT:
                yield self.event("played", seat, card="knight", knights=int(self.after.knights[seat]))
            case KIND.ROAD_BUILDING:
                yield self.event("played", seat, card="road_building", roads=int(self.after.free_roads))
            case KIND.PLENTY:
                taken = [RESOURCE_NAMES[resource] for resource in self.arguments if resource != NONE]
                yield self.event("played", seat, card="year_of_plenty", get={name: taken.count(name) for name in taken})
            case _:
                resource = self.arguments[0]
                others = [s for s in range(self.before.players) if s != seat]
                taken_from = {str(s): counts(self.before.hand[s])[resource] for s in others if counts(self.before.hand[s])[resource]}
                yield self.event(
                    "played", seat, card="monopoly", resource=RESOURCE_NAMES[resource], taken=taken_from, count=sum(taken_from.values())
                )

    def robber(self) -> Iterator[Event]:
        tile, victim = self.arguments
        names = self.geometry.hex_names
        whom = None if victim == NONE else victim
        yield self.event("robber", self.seat, hex=names[tile], victim=whom, **{"from": names[int(self.before.robber)]})
        if whom is not None and self.after.phase != PHASE.STEAL:
            yield self.event("robbed", self.seat, victim=whom, count=0)

    def returned(self) -> Iterator[Event]:
        """SEVEN-1: once all have chosen, everybody sees what each player returned, unless the cards go back face down (HOUSE-6)."""
        if self.after.phase == PHASE.DISCARD or self.after.hidden_discards:
            return
        for seat in range(self.after.players):
            word = int(self.before.set_aside[seat]) + (int(one(self.arguments[0])) if seat == self.seat else 0)
            if word:
                yield self.event("returned", seat, cards=named_counts(word))

    def bargain(self) -> Event:
        seat = self.seat
        deal = {"give": named(self.give), "get": named(self.get)}
        match self.kind:
            case KIND.OFFER:
                return self.event("offered", seat, to=[s for s in range(self.before.players) if self.arguments[0] >> s & 1], **deal)
            case KIND.COUNTER:
                return self.event("countered", seat, **deal)
            case KIND.PROPOSE:
                return self.event("proposed", seat, **deal)
            case KIND.ACCEPT:
                return self.event("accepted", seat)
            case KIND.REFUSE:
                return self.event("refused", seat)
            case KIND.DECLINE:
                return self.event("declined", seat, **{"from": self.arguments[0]})
            case KIND.WITHDRAW:
                words = "proposal" if self.before.proposal[seat] else "answer"  # an answer: that one accepted
                return self.event("withdrew", seat, what="offer" if seat == self.before.actor else words)
        # CONFIRM closes the own offer, TAKE another's words: from the side of the player in turn
        agreed = typed(int(self.before.offer if self.kind == KIND.CONFIRM else self.before.proposal[self.arguments[0]]))
        give, get = (agreed.give, agreed.get) if self.kind == KIND.CONFIRM else (agreed.get, agreed.give)
        return self.event("traded", seat, give=named(give), get=named(get), **{"with": self.arguments[0]})

    def awards(self) -> Iterator[Event]:
        for award, holder in (("longest_road", "route_holder"), ("largest_army", "army_holder")):
            before, after = int(self.before[holder]), int(self.after[holder])
            if before != after:
                measure = (
                    {} if after == NOBODY else {"size": int((self.after.route if award == "longest_road" else self.after.knights)[after])}
                )
                to, whence = (None if seat == NOBODY else seat for seat in (after, before))
                yield self.event("award", to, award=award, to=to, **{"from": whence}, **measure)

    def phases(self) -> Iterator[Event]:
        if self.after.turn != self.before.turn:
            yield self.event("turn", int(self.after.roller), turn=int(self.after.turn))
        elif self.after.turn and (self.after.part, self.after.actor) != (self.before.part, self.before.actor):
            yield self.event("part", int(self.after.actor), part=PART_NAMES[self.after.part], turn=int(self.after.turn))

    def victory(self) -> Iterator[Event]:
        if self.after.phase == PHASE.OVER and self.before.phase != PHASE.OVER:
            winner = int(self.after.winner)
            seats = range(self.after.players)
            rows = score_table(self.after, self.naming.colours)
            yield self.event(
                "won",
                winner,
                points=[row.total for row in rows],
                scores=[asdict(row) for row in rows],
                revealed={str(s): named_counts(self.after.cards[s], CARD_NAMES) for s in seats if self.after.cards[s]},
                hands={str(s): named_counts(self.after.hand[s]) for s in seats if self.after.hand[s]},
                turn=int(self.after.turn),
            )


def named(bundle: Sequence[int]) -> dict[str, int]:
    return {RESOURCE_NAMES[resource]: count for resource, count in enumerate(bundle) if count}


def report(n: int, before: Snapshot, after: Snapshot, seat: int, action: int, naming: Naming, words: Words) -> list[Event]:
    """The events of one log entry."""
    return list(Reporter(n, before, after, seat, action, naming, words).all())


# --- from facts to sentences


class Teller:
    """Says facts in an edition's words."""

    def __init__(self, words: Words, colours: Sequence[str]) -> None:
        self.words, self.colours = words, colours

    def tell(self, kind: str, seat: int | None, facts: Facts) -> str:
        who = "" if seat is None else self.name(seat)
        sentence: str = getattr(self, f"_{kind}")(who, facts)
        return sentence

    def name(self, seat: int) -> str:
        return self.colours[seat].capitalize()

    def names(self, seats: Iterable[int]) -> str:
        return listed([self.name(seat) for seat in seats])

    def word(self, key: str) -> str:
        return self.words.get(key, key.replace("_", " "))

    def amount(self, count: int) -> str:
        return f"{count} {self.word('card' if count == 1 else 'cards')}"

    def bundle(self, given: Mapping[str, int]) -> str:
        return listed([f"{count} {self.word(resource)}" for resource, count in given.items()])

    def from_hexes(self, cards: Sequence[Facts]) -> str:
        paid: dict[tuple[str, str], int] = {}
        for card in cards:
            paid[card["resource"], card["hex"]] = paid.get((card["resource"], card["hex"]), 0) + card["count"]
        return listed([f"{count} {self.word(resource)} from {tile}" for (resource, tile), count in paid.items()])

    def _order_rolled(self, who: str, facts: Facts) -> str:
        return f"{who} rolls {facts['sum']} for the start."

    def _tied(self, who: str, facts: Facts) -> str:
        return f"{self.names(facts['seats'])} are tied and roll again."

    def _started(self, who: str, facts: Facts) -> str:
        return f"{who} starts."

    def _placed(self, who: str, facts: Facts) -> str:
        return f"{who} {self.word('places')} a {self.word(facts['piece'])} at {facts['place']}."

    def _built(self, who: str, facts: Facts) -> str:
        free = " without payment" if facts["free"] else ""
        return f"{who} {self.word('builds')} a {self.word(facts['piece'])} at {facts['place']}{free}."

    def _rolled(self, who: str, facts: Facts) -> str:
        return f"{who} rolls {facts['sum']} ({facts['dice'][0]} and {facts['dice'][1]})."

    def _produced(self, who: str, facts: Facts) -> str:
        return f"{who} receives {self.from_hexes(facts['cards'])}."

    def _blocked(self, who: str, facts: Facts) -> str:
        return f"The {self.word('robber')} keeps {self.from_hexes(facts['cards'])} from {who}."

    def _short(self, who: str, facts: Facts) -> str:
        got = f"only {facts['paid']} of {facts['owed']} can be paid" if facts["paid"] else f"nobody receives any ({facts['owed']} owed)"
        return f"The {self.word('supply')} is short of {self.word(facts['resource'])}: {got}."

    def _barren(self, who: str, facts: Facts) -> str:
        return "Nobody receives anything."

    def _seven(self, who: str, facts: Facts) -> str:
        if not facts["discards"]:
            return "Nobody has to discard."
        return listed([f"{self.name(int(seat))} must discard {self.amount(count)}" for seat, count in facts["discards"].items()]) + "."

    def _discarded(self, who: str, facts: Facts) -> str:
        what = f"1 {self.word(facts['resource'])}" if "resource" in facts else self.amount(1)
        return f"{who} discards {what}."

    def _returned(self, who: str, facts: Facts) -> str:
        return f"{who} has returned {self.bundle(facts['cards'])}."

    def _robber(self, who: str, facts: Facts) -> str:
        return f"{who} moves the {self.word('robber')} from {facts['from']} to {facts['hex']}."

    def _robbed(self, who: str, facts: Facts) -> str:
        victim = self.name(facts["victim"])
        if not facts["count"]:
            return f"{victim} has nothing that {who} could steal."
        what = f"1 {self.word(facts['resource'])}" if "resource" in facts else self.amount(1)
        return f"{who} steals {what} from {victim}."

    def _bought(self, who: str, facts: Facts) -> str:
        return f"{who} buys a development {self.word('card')}."

    def _drew(self, who: str, facts: Facts) -> str:
        what = f"the {self.word('card')} {self.word(facts['card'])}" if "card" in facts else f"a {self.word('card')}"
        return f"{who} draws {what} ({facts['deck']} left)."

    def _played(self, who: str, facts: Facts) -> str:
        name = self.word(facts["card"])
        if facts["card"] == "year_of_plenty":
            return f"{who} plays {name} and takes {self.bundle(facts['get'])}."
        if facts["card"] == "monopoly":
            resource = self.word(facts["resource"])
            if not facts["taken"]:
                return f"{who} plays {name} on {resource} and nobody has any."
            parts = [f"{count} from {self.name(int(seat))}" for seat, count in facts["taken"].items()]
            return f"{who} plays {name} on {resource} and takes {listed(parts)}."
        return f"{who} plays {name}."

    def _traded(self, who: str, facts: Facts) -> str:
        partner = f"the {self.word('supply')}" if facts["with"] is None else self.name(facts["with"])
        return f"{who} gives {partner} {self.bundle(facts['give'])} for {self.bundle(facts['get'])}."

    def _offered(self, who: str, facts: Facts) -> str:
        whom = "" if len(facts["to"]) == len(self.colours) - 1 else f" {self.names(facts['to'])}"
        return f"{who} offers{whom} {self.bundle(facts['give'])} for {self.bundle(facts['get'])}."

    def _countered(self, who: str, facts: Facts) -> str:
        return f"{who} counters: {self.bundle(facts['give'])} for {self.bundle(facts['get'])}."

    def _proposed(self, who: str, facts: Facts) -> str:
        return f"{who} proposes {self.bundle(facts['give'])} for {self.bundle(facts['get'])}."

    def _accepted(self, who: str, facts: Facts) -> str:
        return f"{who} accepts."

    def _refused(self, who: str, facts: Facts) -> str:
        return f"{who} refuses."

    def _declined(self, who: str, facts: Facts) -> str:
        return f"{who} declines {self.name(facts['from'])}'s proposal."

    def _withdrew(self, who: str, facts: Facts) -> str:
        return f"{who} withdraws the {facts['what']}."

    def _award(self, who: str, facts: Facts) -> str:
        award = self.word(facts["award"])
        if facts["to"] is None:
            return f"{self.name(facts['from'])} loses {award}, and nobody holds it now."
        whence = "" if facts["from"] is None else f" from {self.name(facts['from'])}"
        unit = self.word("roads") if facts["award"] == "longest_road" else "knights"
        return f"{who} takes {award}{whence} with {facts['size']} {unit}."

    def _ended(self, who: str, facts: Facts) -> str:
        return f"{who} is done."

    def _stopped(self, who: str, facts: Facts) -> str:
        return f"{who} leaves {facts['left']} free {self.word('road' if facts['left'] == 1 else 'roads')} unbuilt."

    def _turn(self, who: str, facts: Facts) -> str:
        return f"Turn {facts['turn']}: {who}."

    def _part(self, who: str, facts: Facts) -> str:
        what = {"paired": "plays the paired part", "special": "may build"}.get(facts["part"], "goes on")
        return f"{who} {what}."

    def _undone(self, who: str, facts: Facts) -> str:
        return f"{who} takes back."

    def _won(self, who: str, facts: Facts) -> str:
        points = facts["points"]
        shown = [f"{self.name(int(seat))} shows {listed(self.cards_shown(cards))}" for seat, cards in facts["revealed"].items()]
        best = points[[self.name(s) for s in range(len(self.colours))].index(who)]
        return f"{who} wins with {best} points." + (f" {'; '.join(shown)}." if shown else "")

    def cards_shown(self, cards: Mapping[str, int]) -> list[str]:
        return [f"{count} {self.word(card)} {self.word('card' if count == 1 else 'cards')}" for card, count in cards.items()]
