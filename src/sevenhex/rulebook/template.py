"""Texts with gaps, filled with an edition's words and values.

`[lumber]` is the edition's word, `[supply.the]` a form of it that the language names, `[Cards]` the same with a capital; `{victory_points}`
is a value; `{if phases=combined|then|else}` keeps the part that holds, so that a text never speaks of another edition.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sevenhex.errors import SevenhexError

if TYPE_CHECKING:
    from .facts import Facts
    from .texts import Language

WORD = re.compile(r"\[(\w+)(?:\.(\w+))?\]")
GAP = re.compile(r"\{([\w.]+)\}")
CHOICE = re.compile(r"\{if ([^{}|]+)\|([^{}|]*)(?:\|([^{}|]*))?\}")
SPACES = re.compile(r"  +")


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def word(key: str, form: str, facts: Facts, language: Language) -> str:
    """An edition's word in a language; a word that the language does not know stays as the edition writes it."""
    name = key[0].lower() + key[1:]
    said = facts.edition.words.get(name)
    if said is None:
        raise SevenhexError(f"The editions have no word {name!r}.")
    if form:
        forms = language.forms.get(name)
        if forms is None or form not in next(iter(forms.values())):
            raise SevenhexError(f"{language.code}: the word {name!r} has no form {form!r}.")
        found = forms[said][form] if said in forms else said
    else:
        found = language.terms.get(said, said)
    return capital(found) if key[0].isupper() else found


def render(text: str, facts: Facts, language: Language, names: Mapping[str, str] | None = None) -> str:
    """The text for one edition or table; `names` fills gaps of its own, such as the colours of an example."""

    def gap(found: re.Match[str]) -> str:
        name = found[1]
        if names is not None and name in names:
            return names[name]
        if name not in facts.values:
            raise SevenhexError(f"The text {text!r} asks for {name!r}, which is no fact of an edition.")
        return str(facts.values[name])

    def choice(found: re.Match[str]) -> str:
        return found[2] if facts.holds(found[1]) else found[3] or ""

    filled = GAP.sub(gap, WORD.sub(lambda found: word(found[1], found[2] or "", facts, language), text))
    before = ""
    while before != filled:  # from the inside out
        before, filled = filled, CHOICE.sub(choice, filled)
    if "{" in filled or "}" in filled:
        raise SevenhexError(f"The text {text!r} has a gap that cannot be read.")
    return SPACES.sub(" ", filled).strip()
