"""The rules of one table: what its people have changed first, then everything else that holds there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenhex.clauses import clauses
from sevenhex.editions.options import OPTIONS, clause_of
from sevenhex.protocol.encoding import ISLAND_NAMES

from .facts import Facts, of_table
from .forms import TableChange, TableRule, TableRules
from .standing import ABSENT, standing
from .template import render
from .texts import Language, language

if TYPE_CHECKING:
    from sevenhex.editions import Configuration

PAIRED = ("PAIR-2", "PAIR-3", "PAIR-4")  # hold where PAIR-1 does


def changes_of(configuration: Configuration) -> list[TableChange]:
    """Compared with what the edition itself says for this many players. What follows from a chosen set-up is no change of its own."""
    chosen, edition, players = configuration.options.chosen(), configuration.edition, configuration.players
    usual = edition.standard(players).chosen()
    follows = edition.standard(players, str(chosen["setup"])).chosen() | {"setup": usual["setup"], "map": chosen.get("map")}
    found = []
    for name, value in chosen.items():
        if value != follows.get(name):
            known = [each for each in clause_of(name, value).split(", ") if each in clauses()]
            found.append(TableChange(name, value, usual.get(name), known))
    return found


def holds(clause: str, configuration: Configuration, changed: set[str]) -> bool:
    """Is this a rule of the table?"""
    known = clauses()[clause]
    if known.island not in ("", ISLAND_NAMES[configuration.island]) or standing(configuration.edition, clause) == ABSENT:
        return False
    if clause.startswith("HOUSE"):
        return clause in changed
    chosen = configuration.options.chosen()
    if clause in PAIRED:
        return chosen["turn"] == "paired"
    deciding = [name for name, option in OPTIONS.items() if clause in option.clause_of and name != "turn"]
    deciding += ["turn"] if clause.startswith("PAIR") else []
    return any(clause_of(name, chosen.get(name)) == clause for name in deciding) if deciding else True


def in_words(clause: str, facts: Facts, spoken: Language) -> TableRule:
    title, text = spoken.clauses[clause]
    return TableRule(clause, clause.split("-", maxsplit=1)[0], render(title, facts, spoken), render(text, facts, spoken))


def table_rules(configuration: Configuration, code: str = "en") -> TableRules:
    facts, spoken, edition = of_table(configuration), language(code), configuration.edition
    changes = changes_of(configuration)
    first = list(dict.fromkeys(clause for change in changes for clause in change.clauses))
    held = [clause for clause in clauses() if holds(clause, configuration, set(first))]
    order = [*(clause for clause in first if clause in held), *(clause for clause in held if clause not in first)]
    return TableRules(
        edition.key,
        code,
        spoken.terms.get(edition.name, edition.name),
        configuration.players,
        changes,
        [in_words(clause, facts, spoken) for clause in order],
        dict(spoken.labels),
    )
