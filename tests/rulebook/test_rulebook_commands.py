"""`sevenhex rules` with its parts, the search, the comparison, what is printed, and the document for the page."""

from __future__ import annotations

import gzip
import json
import re
import tomllib
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sevenhex.cli import app
from sevenhex.editions import load, names
from sevenhex.errors import SevenhexError
from sevenhex.rulebook import LANGUAGES, book, pdf, printed, to_json
from sevenhex.rulebook.acts import said
from sevenhex.rulebook.compare import compare
from sevenhex.rulebook.search import ask

QUESTIONS = tomllib.loads(Path(__file__).with_name("questions.toml").read_text(encoding="utf-8"))["question"]


def titles(edition: str, language: str) -> set[str]:
    found = book(edition, language)
    return {each.title for each in (*found.clauses.values(), *found.almanac)}


def run(*words: str):
    return CliRunner().invoke(app, ["rules", *words])


@pytest.mark.parametrize("edition", names())
def test_the_document_is_small(edition):
    packed = gzip.compress(json.dumps(to_json(edition, "fr"), separators=(",", ":")).encode())
    assert len(packed) < 300_000


def test_coverage_counts_texts_and_examples():
    said = run("coverage").output
    assert "83 clauses; texts: en 83/83 de 83/83 fr 83/83 es 83/83" in said
    assert int(said.splitlines()[1].split()[0]) >= 70


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_in_four_languages(language):
    found = book("sixth", language)
    assert found.clauses["ROB-1"].title in run("clause", "rob-1", "--language", language).output
    assert found.course[0].title in run("course", "--language", language).output
    entry = next(entry for entry in found.almanac if entry.id == "coast")
    assert entry.title in run("almanac", entry.title, "--language", language).output
    assert found.subjects[-1].title in run("--language", language).output


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("clause", "ROB-9"), "ROB-"),
        (("almanac", "coost"), "Coast"),
        (("almanac", "harbr"), "Ports"),
        (("clause", "turn9"), "TURN-"),
        (("korse",), "course"),
        (("--edition", "sixht"), "sixth"),
        (("--language", "dee"), "'de'"),
        (("--format", "pdff"), "pdf"),
        (("ask",), "a question"),
        (("clause", "SETUP-7"), "has no rule"),
    ],
)
def test_bad_input_names_the_nearest(words, meant):
    answer = run(*words)
    assert answer.exit_code == 2
    assert meant in answer.output


@pytest.mark.parametrize("given", QUESTIONS, ids=[each["asked"] for each in QUESTIONS])
def test_questions_as_people_ask_them_lead_to_their_clause(given):
    found = ask(given["asked"], given.get("edition", "sixth"))
    known = {number for answer in found[:3] for number in answer.clauses}
    assert known & set(given["clauses"]), [answer.id for answer in found]
    assert found[0].title in titles(given.get("edition", "sixth"), given["language"])  # answered in the language of the question


@pytest.mark.parametrize(("asked", "first"), [("rob 2", "ROB-2"), ("what says TRADE-6?", "TRADE-6"), ("pair5", "PAIR-5")])
def test_a_clause_that_is_named_by_its_number_comes_first(asked, first):
    assert ask(asked)[0].id == first


def test_a_number_after_a_word_is_not_always_a_clause():
    assert ask("can I trade 3 sheep for 1 sheep")[0].id != "TRADE-3"


def test_an_example_does_not_stand_below_its_rule():
    for given in QUESTIONS:
        answered = set()
        for answer in ask(given["asked"], given.get("edition", "sixth"), most=12):
            assert answer.kind != "example" or not answered & set(answer.clauses)
            answered |= {answer.id} if answer.kind == "clause" else set()


def test_answers_come_in_the_language_of_the_question_or_the_one_asked_for():
    assert ask("Wer fängt an?")[0].title == "Wer anfängt"
    assert ask("Wer fängt an?", code="es")[0].title == "Quién empieza"


@pytest.mark.parametrize("question", ["", "   ", "x" * 401])
def test_a_question_that_is_none_is_refused(question):
    with pytest.raises(SevenhexError, match="question"):
        ask(question)


@pytest.mark.parametrize(("left", "right"), list(permutations(names(), 2)))
def test_two_editions_compared(left, right):
    found = compare(left, right, "de")
    assert found.rows
    assert all(row.left != row.right for row in found.rows)
    contrasts = [row.contrast for row in found.rows if row.contrast]
    assert all(each.left != each.right for each in contrasts)
    for row in found.rows:  # each difference can be looked at on an island: one action in both, or either edition's own example
        if row.contrast is None:
            assert (bool(row.left), bool(row.right)) == (row.left_page is not None, row.right_page is not None), row.clause
    assert {row.clause for row in found.rows} == {row.clause for row in compare(right, left, "de").rows}


def test_examples_of_a_difference_lie_on_an_island_that_both_have():
    rows = {row.clause: row for row in compare("fourth", "sixth").rows}
    assert "white stays in the box" in rows["COMP-8"].right_page.text
    assert "nine ports" in rows["SETUP-6"].right_page.text


def test_a_difference_has_an_island_on_which_one_refuses():
    rows = {row.clause: row for row in compare("fourth", "sixth").rows}
    assert (rows["TURN-4"].contrast.left, rows["TURN-4"].contrast.right) == ("Refused (TURN-4)", "Allowed")
    assert (rows["DEV-4"].contrast.left, rows["DEV-4"].contrast.right) == ("Allowed", "Refused (DEV-4)")
    assert (rows["ROUTE-5"].contrast.left, rows["ROUTE-5"].contrast.right) == (
        "Allowed. Longest Road: nobody; Red has 2 points",
        "Allowed. Longest Route: Red; Red has 4 points",
    )
    assert "ROB-1" not in rows
    assert "TURN-4" in run("new", "sixth", "fourth").output


@pytest.mark.parametrize(
    ("code", "left"), [("de", "Erlaubt. Rot hat nichts"), ("fr", "Permis. Rouge n'a rien"), ("es", "Permitido. Rojo no tiene nada")]
)
def test_what_an_action_leads_to_is_said_in_the_readers_language(code, left):
    rows = {row.clause: row for row in compare("fourth", "summary", code).rows}
    assert rows["PROD-4"].contrast.left == left
    raw = re.compile(r"\b(hand|nobody|phase)\b|red\.")  # names of the program
    assert not [row.clause for row in rows.values() if row.contrast and raw.search(row.contrast.left + row.contrast.right)]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("edition", names())
def test_every_action_of_an_example_is_printed_in_words(edition, code):
    found = book(edition, code)
    for page in found.examples.values():
        for each in (*page.allowed, *page.refused):
            words = said(each.action, found.labels, found.words, found.colours)
            assert "{" not in words
            if each.seat >= 0 and code != "en":  # English is at times what a record writes, and what chance does always is
                assert words != each.action or words in found.labels.values(), each.action
    assert said("bank 4 wool for 1 ore", found.labels, found.words, found.colours).startswith(found.words["supply"])


def test_an_action_in_words():
    def of(action: str, code: str) -> str:
        found = book("sixth", code)
        return said(action, found.labels, found.words, found.colours)

    assert of("robber B3 rob blue", "de") == "Räuber nach B3, Blau berauben"
    assert of("offer 1 wool for nothing", "fr") == "offrir : 1 laine contre rien"
    assert of("plenty grain ore", "es") == "Invento: trigo, mineral"
    assert of("confirm white", "en") == "close with White"
    assert of("dice 6 6", "en") == "dice 6 6"


def test_markdown_and_html_have_everything():
    found = book("zip", "es")
    text, page = printed.markdown(found), printed.html(found, "letter")
    for clause in found.clauses.values():
        assert clause.text in text
        assert f'id="{clause.id}"' in page
    assert "size: letter" in page
    assert page.count("<svg") == len({example.clause for example in found.examples.values()})


def test_markdown_in_a_file_has_its_pictures_beside_it(tmp_path):
    out = tmp_path / "rules.md"
    run("--edition", "zip", "--format", "md", "--out", str(out))
    named = re.findall(r"!\[[^\]]+\]\((rules\.pictures/[\w-]+\.svg)\)", out.read_text(encoding="utf-8"))
    assert len(named) == len(set(named)) == len(list((tmp_path / "rules.pictures").iterdir())) > 60
    assert all((tmp_path / name).read_text(encoding="utf-8").startswith("<svg") for name in named)
    refused = run("--edition", "zip", "--format", "md", "--out", str(tmp_path / "none" / "rules.md"))
    assert refused.exit_code == 2
    assert "Cannot write" in refused.output


@pytest.mark.parametrize(("paper", "box"), [("a4", b"595"), ("letter", b"612")])
def test_a_pdf_has_vector_pictures(paper, box):
    pytest.importorskip("svglib")
    found = book("sixth", "fr")
    few = {name: found.clauses[name] for name in ("ROB-1",)}
    small = replace(found, clauses=few, subjects=[replace(found.subjects[0], clauses=["ROB-1"])])
    made = pdf.pdf(small, paper)
    assert made.startswith(b"%PDF")
    assert box in made
    assert b"/Subtype /Image" not in made


def test_custom_editions_are_compared_too():
    assert compare(load("sixth"), load("zip")).words
