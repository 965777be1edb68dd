"""Every refusal, reason and event has a sentence in every language of the page, by the key under which the server knows it."""

from __future__ import annotations

import ast
import re
import runpy
from pathlib import Path
from string import Formatter

import pytest

import sevenhex
from sevenhex.game.events import Teller
from sevenhex.protocol import reasons
from sevenhex.protocol.wording import FORMS, GAP, REASONS
from sevenhex.server.base.refusal import Refused
from sevenhex.server.base.sentences import SENTENCES

ROOT = Path(__file__).parent.parent
WORDS = ROOT / "web" / "src" / "words"
LANGUAGES = sorted(file.stem for file in WORDS.glob("??.ts"))
OTHERS = [language for language in LANGUAGES if language != "en"]
FREE = ("Refused", "Overtaken")  # what is called with a key
STRING = r'"(?:[^"\\]|\\.)*"'
ENTRY = re.compile(rf"^    (\w+):\s+({STRING}(?:\s+\+\s+{STRING})*),$", re.MULTILINE)  # in one line or wrapped
COLUMNS = 120
FACT = re.compile(r"\{(\w+)\}")
PARTS = ("doing_", "building_")  # of sentences


def block(language: str, name: str) -> str:
    """One group of a language's sentences, as its file has it."""
    text = (WORDS / f"{language}.ts").read_text(encoding="utf-8")
    start = text.index(f"\n  {name}: {{\n")
    return text[start : text.index("\n  },\n", start) + 1]


def said(language: str, name: str) -> dict[str, str]:
    return {key: "".join(part[1:-1] for part in re.findall(STRING, text)) for key, text in ENTRY.findall(block(language, name))}


@pytest.mark.parametrize("file", sorted(WORDS.rglob("*.ts")), ids=lambda file: file.relative_to(WORDS).as_posix())
def test_lines_of_word_files_fit_on_a_screen(file: Path) -> None:
    long = [f"{file.name}:{n}" for n, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1) if len(line) > COLUMNS]
    assert not long, f"more than {COLUMNS} columns: {', '.join(long)}"


def test_a_wrapped_sentence_is_read_as_one() -> None:
    assert ENTRY.findall('    key:\n      "One " +\n      "sentence.",\n    other: "B",\n') == [
        ("key", '"One " +\n      "sentence."'),
        ("other", '"B"'),
    ]
    assert said("de", "refusals")["long_game"].count(" ") > 10


def facts_of(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def refusals() -> list[tuple[Path, ast.Call]]:
    """Every place in the sources where something is refused."""
    found = []
    for file in Path(sevenhex.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FREE:
                found.append((file, node))
    return found


def test_every_refusal_has_a_key_and_the_facts_of_its_sentence() -> None:
    found = refusals()
    assert len(found) > 80
    used = set()
    for file, call in found:
        place = f"{file.name}:{call.lineno}"
        assert len(call.args) >= 2, f"{place}: a refusal is a code, a key and facts"
        keys = {part.value for part in ast.walk(call.args[1]) if isinstance(part, ast.Constant) and isinstance(part.value, str)}
        names = {each.arg for each in call.keywords} - {"reasons", "retry_after"}
        if None in names or not keys:  # passed on: from a worker, or by a function whose callers are looked at
            continue
        for key in keys:
            assert key in SENTENCES, f"{place}: {key!r} is no key of server/base/sentences.py"
            assert names >= facts_of(SENTENCES[key]), f"{place}: the sentence of {key!r} has other facts"
        used |= keys
    assert used <= set(SENTENCES)


def test_the_sentence_is_that_of_the_key() -> None:
    refused = Refused("illegal", "colour_taken", colour="red", name="Ann")
    assert str(refused) == refused.sentence == "Red is taken by Ann."
    sent = refused.to_json()
    assert (sent["key"], sent["facts"], sent["sentence"]) == ("colour_taken", {"colour": "red", "name": "Ann"}, refused.sentence)
    with pytest.raises(KeyError):
        Refused("illegal", "A sentence without a key.")


def test_english_is_made_from_the_servers_sentences() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "make_types.py"))
    assert script["REFUSALS"].read_text() == script["refusals"](), "run python scripts/make_types.py"
    assert script["REASONS"].read_text() == script["reason_sentences"](), "run python scripts/make_types.py"


@pytest.mark.parametrize("language", OTHERS)
def test_every_refusal_is_said_in_every_language(language: str) -> None:
    sent = said(language, "refusals")
    assert sent.keys() == SENTENCES.keys()
    for key, sentence in sent.items():
        assert set(FACT.findall(sentence)) <= facts_of(SENTENCES[key]), f"{language}: {key} names a fact that does not travel"
        assert "detail" not in FACT.findall(sentence), f"{language}: {key} would show an English detail"
        assert sentence != SENTENCES[key], f"{language}: {key} is not translated"


def given_reasons() -> dict[str, set[str]]:
    """Every key under which the rules give a reason, with the facts that travel in each place."""
    found: dict[str, set[str]] = {}
    sources = sorted(Path(reasons.__file__).parent.glob("*.py"))
    for node in (node for source in sources for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add"):
            continue
        code = node.args[0].value  # type: ignore[attr-defined]
        rest = node.args[2:]
        names = {each.arg for each in node.keywords if each.arg}
        several = any(each.arg is None for each in node.keywords) or any(isinstance(each, ast.Starred) for each in node.args)
        variants = [part.value for part in ast.walk(rest[0]) if isinstance(part, ast.Constant)] if rest else [""]
        if not variants or isinstance(node.args[-1], ast.Starred):  # one of a table, or what the caller found
            variants = [key[len(code) + 1 :] for key in REASONS if key.startswith(f"{code}_")]
        for variant in variants:
            key = f"{code}_{variant}" if variant else code
            found[key] = found.get(key, names) & names if not several else found.get(key, {name for name, _ in gaps(REASONS[key])})
    return found


def gaps(sentence: str) -> set[tuple[str, str]]:
    return {(fact, form) for fact, form, _ in GAP.findall(sentence) if fact}


def test_every_reason_has_a_sentence_and_its_facts_travel() -> None:
    given = given_reasons()
    assert len(given) > 90
    assert given.keys() == {key for key in REASONS if not key.startswith(PARTS)}
    for key, facts in given.items():
        assert {fact for fact, _ in gaps(REASONS[key])} <= facts, f"{key} names a fact that does not travel"
        assert {form for _, form in gaps(REASONS[key])} <= {"", *FORMS}, key


@pytest.mark.parametrize("language", OTHERS)
def test_every_reason_is_said_in_every_language(language: str) -> None:
    sent = said(language, "reasons")
    expected = {key for key in REASONS if not key.startswith(PARTS)}
    assert expected - sent.keys() == set()
    assert sent.keys() - REASONS.keys() == {"pick"}  # the page's own
    for key in expected:
        assert {fact for fact, _ in gaps(sent[key])} <= {fact for fact, _ in gaps(REASONS[key])}, (
            f"{language}: {key} names a fact that does not travel"
        )
        used = {form for _, form in gaps(sent[key])}
        assert used <= {"", *FORMS}, f"{language}: {key} asks for a form that there is not"
        assert not used & {"phrase", "building", "buildings"}, f"{language}: {key} needs parts of sentences that only English has"
        assert sent[key] != REASONS[key], f"{language}: {key} is not translated"


def test_the_page_knows_every_form_of_a_fact() -> None:
    source = (ROOT / "web" / "src" / "lib" / "sentences.ts").read_text(encoding="utf-8")
    block = source[source.index("const FORMS") : source.index("\n};", source.index("const FORMS"))]
    assert set(re.findall(r"^  (\w+):", block, re.MULTILINE)) == set(FORMS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_reported_in_every_language(language: str) -> None:
    kinds = {name[1:] for name in vars(Teller) if re.fullmatch(r"_[a-z]\w*", name)}
    assert len(kinds) > 25
    sent = set(re.findall(r"^    (\w+): \(", block(language, "events"), re.MULTILINE))
    assert kinds - sent == set()
