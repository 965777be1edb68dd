"""The texts of the rulebook: complete in four languages, in each edition's own words, and our own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sevenhex.clauses import clauses
from sevenhex.editions import load, names
from sevenhex.errors import SevenhexError
from sevenhex.rulebook import LANGUAGES, book, table_book, texts
from sevenhex.rulebook.examples import examples
from sevenhex.rulebook.facts import of_edition
from sevenhex.rulebook.template import render

ROOT = Path(__file__).parents[2]
RULEBOOKS = next((place for place in (ROOT.parent / "shared" / "rulebooks", Path("/work/shared/rulebooks")) if place.is_dir()), None)
# words that have a meaning of their own beside that of an edition
COMMON = {"draw", "draws", "drawn", "place", "places", "placed", "build", "builds", "hand", "deck", "bag", "tray"}
SEQUENCE = 8  # words in a row that nobody writes by chance


def all_texts(edition: str, code: str) -> list[str]:
    found = book(edition, code)
    titled = [*found.clauses.values(), *found.course, *found.almanac]
    return [text for each in titled for text in (each.title, each.text)] + [each.text for each in found.examples.values()]


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_is_missing(code):
    assert texts.missing(code) == []
    assert not [example.id for example in examples().values() if not example.text.get(code)]


def test_a_missing_translation_is_found(monkeypatch):
    whole = texts.language("fr")
    part = {clause: text for clause, text in whole.clauses.items() if clause != "ROB-1"}
    monkeypatch.setattr(texts, "language", lambda code: texts.Language(**{**vars(whole), "clauses": part}))
    assert texts.missing("fr") == ["clauses.ROB-1"]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("edition", names())
def test_every_text_is_whole(edition, code):
    """No gap is left, no sentence is empty or broken, and there are enough entries."""
    found = book(edition, code)
    assert len(found.almanac) >= 60
    assert len(found.course) >= 10
    for text in all_texts(edition, code):
        assert len(text) > 1
        assert not re.search(r"[\[\]{}|]|\s\s| [.,]|\.\.|None", text), text
    for each in [*found.clauses.values(), *found.course, *found.almanac, *found.examples.values()]:
        assert each.text[-1] in ".»?!", each.text


@pytest.mark.parametrize("edition", names())
def test_links_lead_somewhere(edition):
    found = book(edition)
    entries = {entry.id for entry in found.almanac}
    for entry in [*found.almanac, *found.course]:
        assert entry.clauses, entry.id
        assert set(entry.clauses) <= set(found.clauses)
        assert set(entry.see) <= entries
    for clause in found.clauses.values():
        assert clause.entries, f"no keyword leads to {clause.id}"
        assert set(clause.examples) <= set(found.examples)
    assert [clause for subject in found.subjects for clause in subject.clauses] == list(found.clauses)


@pytest.mark.parametrize("edition", names())
def test_it_never_speaks_in_another_editions_words(edition):
    """COMP-9: a word that this edition has replaced occurs nowhere."""
    own = load(edition).words
    others = {load(other).words[key] for other in names() for key in own if key in load(other).words}
    said = {word for value in own.values() for word in value.lower().split()}
    foreign = {word.lower() for word in others - set(own.values()) if not set(word.lower().split()) <= said}
    foreign -= COMMON
    whole = "\n".join(all_texts(edition, "en")).lower()
    assert not [word for word in foreign if re.search(rf"\b{re.escape(word)}s?\b", whole)]


def test_options_decide_what_a_text_says():
    four, six = book("fourth").clauses, book("sixth").clauses
    assert "two phases" in four["TURN-4"].text
    assert "TURN-4" not in six
    assert four["DEV-4"].text != six["DEV-4"].text
    assert "the bank" in four["PROD-4"].text


def test_a_tables_own_rules():
    table = table_book(load("sixth").configure(4, victory_points=7, friendly_robber=True))
    assert table.table == ["HOUSE-1", "HOUSE-2"]
    assert "7 points" in table.clauses["WIN-2"].text
    assert "10 points" in book("sixth").clauses["WIN-2"].text


@pytest.mark.parametrize("code", LANGUAGES)
def test_synonyms_lead_to_a_keyword_a_clause_or_a_word(code):
    known = {*texts.outline().almanac, *clauses(), *load("sixth").words}
    found = texts.language(code).synonyms
    assert {meant for many in found.values() for meant in many} <= known
    assert all(len(set(many)) == len(many) for many in found.values())
    assert len(found) > 100


def words_of(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


@pytest.mark.skipif(RULEBOOKS is None, reason="the rulebooks are not on this machine")
def test_no_sentence_is_a_rulebooks():
    assert RULEBOOKS is not None
    known = set()
    for source in RULEBOOKS.glob("*.txt"):
        read = words_of(source.read_text(encoding="utf-8", errors="replace"))
        known |= {tuple(read[at : at + SEQUENCE]) for at in range(len(read))}
    for edition in names():
        for text in all_texts(edition, "en"):
            said = words_of(text)
            copied = [said[at : at + SEQUENCE] for at in range(len(said) - SEQUENCE + 1) if tuple(said[at : at + SEQUENCE]) in known]
            assert not copied, f"{edition}: {' '.join(copied[0])}"


@pytest.mark.parametrize("code", ["de", "fr", "es"])
def test_the_page_uses_the_same_words(code):
    """web/src/words/: an edition's words are translated there too."""
    page = (ROOT / "web" / "src" / "words" / f"{code}.ts").read_text(encoding="utf-8")
    terms = page[page.index("terms: {") : page.index("changes:")]
    said = {one or two: meant for one, two, meant in re.findall(r'(?:(\w+)|"([^"]+)"): "([^"]*)"', terms)}
    own = texts.language(code).terms
    assert {word: own[word] for word in said if word in own} == {word: said[word] for word in said if word in own}
    assert set(said) <= set(own)


def test_a_text_that_asks_for_nothing_known_is_refused():
    facts, spoken = of_edition(load("sixth")), texts.language("en")
    for text, message in (
        ("[lumbr]", "no word 'lumbr'"),
        ("[supply.wrong]", "no form 'wrong'"),
        ("{points}", "no fact of an edition"),
        ("{if nonsense|a}", "does not exist"),
        ("{if phases=combined|a", "cannot be read"),
    ):
        with pytest.raises(SevenhexError, match=message):
            render(text, facts, spoken)
    assert render("[Lumber] {if phases=combined|{if drawn|x|y}|z} {victory_points}", facts, spoken) == "Wood y 10"


def test_an_edition_of_ones_own_has_a_rulebook(tmp_path):
    """Words that no language knows stay as the edition writes them."""
    file = tmp_path / "moon.toml"
    source = (ROOT / "src" / "sevenhex" / "editions" / "sixth.toml").read_text(encoding="utf-8")
    file.write_text(source.replace('lumber = "wood"', 'lumber = "moondust"\nsupply = "hoard"'), encoding="utf-8")
    found = book(load(file), "de")
    assert "moondust" in found.clauses["BUILD-1"].text
    assert "hoard" in found.clauses["TRADE-7"].text


def test_all_clauses_are_reported_in_all_languages():
    for code in LANGUAGES:
        assert set(texts.language(code).clauses) == set(clauses())


def test_unknown_languages_name_those_there_are():
    with pytest.raises(SevenhexError, match="'en', 'de', 'fr', 'es'"):
        book("sixth", "it")
