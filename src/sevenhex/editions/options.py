"""The options a table may choose, what each may be, and the clause behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from ..errors import OptionError, one_of
from ..rules.ids import Pairing, Shortage, TieAfterBreak

Value = int | str | bool


@dataclass(frozen=True)
class Options:
    """Every option of one game; what does not apply is None."""

    victory_points: int = 10
    discard_limit: int = 7
    shortage: str = "sole claimant takes the rest"
    route_tie_after_break: str = "tied holder keeps"
    phases: str = "combined"
    free_roads: str = "both"
    turn: str = "plain"
    setup: str = "variable"
    tokens: str = "spiral"
    harbors: str = "fixed"
    first_player: str = "highest roll"
    map: int | None = None
    friendly_robber: bool = False
    dice: str = "random"
    dice_deck_reshuffle: int | None = None
    no_seven_rounds: int = 0
    open_hands: bool = False
    supply_counts: str = "shown"
    discards: str = "shown"

    def chosen(self) -> dict[str, Value]:
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True)
class Option:
    """What one option is about."""

    topic: str
    clause: str
    values: tuple[str, ...] | range | type[bool]
    house: bool = False  # players may always choose it; the others need an edition that offers them
    clause_of: tuple[str, ...] = ()  # by value

    def check(self, name: str, value: object) -> None:
        """Refuse a value of the wrong kind."""
        if self.values is bool:
            if not isinstance(value, bool):
                raise OptionError(f"{name} is {value!r}; expected true or false.", option=name)
        elif isinstance(self.values, range):
            if isinstance(value, bool) or not isinstance(value, int) or value not in self.values:
                low, high = self.values[0], self.values[-1]
                raise OptionError(f"{name} is {value!r}; expected a whole number from {low} to {high} ({self.clause}).", option=name)
        elif isinstance(self.values, tuple) and (not isinstance(value, str) or value not in self.values):
            several = name == "harbors" and not isinstance(value, str)
            more = " Shuffled pieces and a shuffled frame are never combined: choose one." if several else ""
            raise OptionError(f"{name} is {value!r}; {one_of(value, self.values)}.{more}", option=name)


DICE_DECK_RESHUFFLE = 5  # cards left when the dice deck is shuffled anew, unless the table says otherwise
MAPS = 50

OPTIONS: dict[str, Option] = {
    "victory_points": Option("Victory points to win", "HOUSE-1", range(3, 21), house=True),
    "discard_limit": Option("Cards that a 7 leaves alone", "HOUSE-1", range(1, 100), house=True),
    "shortage": Option(
        "Supply short in production", "PROD-4, PROD-5", ("nobody", "sole claimant takes the rest"), clause_of=("PROD-4", "PROD-5")
    ),
    "route_tie_after_break": Option(
        "Route award after a break, several tied", "ROUTE-4, ROUTE-5", ("tied holder keeps", "set aside"), clause_of=("ROUTE-4", "ROUTE-5")
    ),
    "phases": Option("Trade and build", "TURN-3, TURN-4", ("combined", "separate"), clause_of=("TURN-3", "TURN-4")),
    "free_roads": Option("Free roads of Road Building", "DEV-4", ("both", "may stop")),
    "turn": Option(
        "Others in one's turn", "PAIR-1, PAIR-5", ("plain", "paired", "special building"), clause_of=("TURN-1", "PAIR-1", "PAIR-5")
    ),
    "setup": Option("Set-up", "SETUP-1, SETUP-3, SETUP-7", ("beginner", "variable", "map"), clause_of=("SETUP-1", "SETUP-3", "SETUP-7")),
    "tokens": Option("Numbers", "SETUP-4, SETUP-5", ("spiral", "random", "printed"), clause_of=("SETUP-4", "SETUP-5", "SETUP-7")),
    "harbors": Option("Harbors", "SETUP-6", ("fixed", "shuffled pieces", "shuffled frame", "printed")),
    "first_player": Option("Who starts", "SETUP-9", ("highest roll", "oldest"), house=True),
    "map": Option("Map of the pad", "SETUP-7", range(1, MAPS + 1)),
    "friendly_robber": Option("Friendly robber", "HOUSE-2", bool, house=True),
    "dice": Option("Dice", "HOUSE-3", ("random", "deck"), house=True),
    "dice_deck_reshuffle": Option("Rolls left when the dice deck is shuffled anew", "HOUSE-3", range(1, 36), house=True),
    "no_seven_rounds": Option("Rounds without a 7", "HOUSE-4", range(21), house=True),
    "open_hands": Option("Open hands", "HOUSE-5", bool, house=True),
    "supply_counts": Option("Counts of the supply", "HOUSE-5", ("shown", "hidden"), house=True),
    "discards": Option("Discards of a 7", "SEVEN-1, HOUSE-6", ("shown", "hidden"), house=True, clause_of=("SEVEN-1", "HOUSE-6")),
}
assert set(OPTIONS) == {field.name for field in fields(Options)}


def check_names(given: Mapping[str, object]) -> None:
    """Refuse options that do not exist, and values of the wrong kind."""
    for name, value in given.items():
        if name not in OPTIONS:
            raise OptionError(f"There is no option {name!r}; {one_of(name, OPTIONS)}.", option=name)
        OPTIONS[name].check(name, value)


def clause_of(name: str, value: object) -> str:
    """The clause behind one value of an option."""
    option = OPTIONS[name]
    if option.clause_of and isinstance(option.values, tuple) and value in option.values:
        return option.clause_of[option.values.index(str(value))]
    return option.clause


def format_value(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def implied(chosen: Mapping[str, object]) -> dict[str, Value]:
    """What follows from an option unless the table says otherwise. HOUSE-6: shown counts of the supply would give hidden discards away."""
    return {"supply_counts": "hidden"} if chosen.get("discards") == "hidden" else {}


def contradiction(options: Options, players: int, large: bool) -> OptionError | None:
    """What cannot be played together, whatever the edition."""
    if options.turn != "plain" and not large:
        what = "The paired turn" if options.turn == "paired" else "The special building phase"
        return OptionError(f"{what} needs 5 or 6 players; this game has {players}. Choose turn='plain'.", option="turn")
    printed = options.setup != "variable"
    if printed and options.tokens != "printed":
        message = f"tokens={options.tokens!r} needs setup='variable': a {options.setup} set-up has its numbers printed."
        return OptionError(message, option="tokens")
    if printed and options.harbors != "printed":
        message = f"harbors={options.harbors!r} needs setup='variable': a {options.setup} set-up has its harbors printed."
        return OptionError(message, option="harbors")
    if not printed and "printed" in (options.tokens, options.harbors):
        choose = "tokens 'spiral' or 'random', and harbors 'fixed', 'shuffled pieces' or 'shuffled frame'"
        return OptionError(f"A variable set-up has nothing printed: choose {choose}.", option="setup")
    if options.dice == "random" and options.dice_deck_reshuffle is not None:
        return OptionError("dice_deck_reshuffle needs dice='deck'; these dice are random.", option="dice_deck_reshuffle")
    return None


def state_fields(options: Options) -> dict[str, int]:
    """The options as the state keeps them (`rules.state.OPTIONS`)."""
    shortage = {"nobody": Shortage.NOBODY, "sole claimant takes the rest": Shortage.SOLE_CLAIMANT}
    tie = {"tied holder keeps": TieAfterBreak.HOLDER_KEEPS, "set aside": TieAfterBreak.SET_ASIDE}
    pairing = {"plain": Pairing.NONE, "paired": Pairing.PAIRED, "special building": Pairing.SPECIAL_BUILDING}
    return {
        "target": options.victory_points,
        "discard_limit": options.discard_limit,
        "shortage": int(shortage[options.shortage]),
        "tie_after_break": int(tie[options.route_tie_after_break]),
        "separate_phases": int(options.phases == "separate"),
        "pairing": int(pairing[options.turn]),
        "friendly_robber": int(options.friendly_robber),
        "dice_deck": (options.dice_deck_reshuffle or DICE_DECK_RESHUFFLE) if options.dice == "deck" else 0,
        "no_seven_rounds": options.no_seven_rounds,
        "open_hands": int(options.open_hands),
        "hidden_supply": int(options.supply_counts == "hidden"),
        "optional_roads": int(options.free_roads == "may stop"),
        "hidden_discards": int(options.discards == "hidden"),
    }
