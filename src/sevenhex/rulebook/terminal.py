"""The rulebook as plain text for a terminal: lines that fit, titles underlined by their place alone."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from sevenhex.editions.edition import OTHER
from sevenhex.errors import SevenhexError

from .acts import said
from .book import is_option, known_clause, nearest
from .coverage import Coverage
from .forms import Comparison, Rulebook, RulebookClause, RulebookEntry, RulebookExample, RulebookTry
from .search import Answer
from .texts import fold

WIDTH = 100
HOUSE = "HOUSE"


def paragraph(text: str, indent: int = 0, first: str = "") -> str:
    """A text within the width; `first` stands before its first line."""
    space = " " * indent
    return "\n".join(wrap(text, WIDTH, initial_indent=first or space, subsequent_indent=space))


def heading(book: Rulebook, title: str) -> str:
    return f"{book.name}: {title}"


def clause_line(book: Rulebook, page: RulebookClause) -> str:
    """A rule in a list: number, title, text, where the book says it."""
    house = page.subject == HOUSE
    chosen = f" ({book.labels['may']})" if is_option(page) and not house else ""
    source = "" if house else f" [{source_of(book, page)}]"
    return paragraph(f"{page.title}{chosen}. {page.text}{source}", 11, f"  {page.id:9}")


def source_of(book: Rulebook, page: RulebookClause) -> str:
    """Whose rule it is: the edition's own book, another one, or none."""
    if not page.book:
        return book.labels["house"]
    return f"{book.labels['other_book']}: {page.book}" if page.origin == OTHER else page.book


def rules(book: Rulebook) -> str:
    """All rules by subject."""
    parts = [f"{book.name}\n{book.rulebook}; {book.labels['players'].lower()}: {', '.join(str(count) for count in book.players)}"]
    for subject in book.subjects:
        house = f" ({book.labels['house']})" if subject.id == HOUSE else ""
        lines = [clause_line(book, book.clauses[clause]) for clause in subject.clauses]
        parts.append("\n".join([f"{subject.title}{house}", *lines]))
    return "\n\n".join(parts)


def course(book: Rulebook) -> str:
    parts = [heading(book, book.labels["course"])]
    for number, step in enumerate(book.course, 1):
        parts.append(f"{number}. {step.title}\n{paragraph(step.text, 3)}\n   ({', '.join(step.clauses)})")
    return "\n\n".join(parts)


def example_text(book: Rulebook, page: RulebookExample) -> str:
    """An example with its actions; the position can be given to `sevenhex board` or `sevenhex analyse`."""
    labels = book.labels

    def done(each: RulebookTry) -> str:
        return f"{book.colours.get(each.colour, each.colour)}: {said(each.action, labels, book.words, book.colours)}"

    lines = [paragraph(page.text, 2)]
    if page.allowed:
        lines.append(paragraph("; ".join(done(each) for each in page.allowed), 6, f"    {labels['allowed']}: "))
    lines += [paragraph(done(each), 6, f"    {labels['refused']} ({each.clause}): ") for each in page.refused]
    lines.append(f"    {page.position}")
    return "\n".join(lines)


def clause(book: Rulebook, given: str) -> str:
    """One rule with its examples and the keywords that lead to it."""
    found = known_clause(given)
    if found not in book.clauses:
        raise SevenhexError(f"{book.name} has no rule {found}; {nearest(found, list(book.clauses))}")
    page = book.clauses[found]
    parts = [f"{page.id} {page.title}", paragraph(page.text), f"{book.labels['source']}: {source_of(book, page)}"]
    for name in page.examples:
        parts.append(f"{book.labels['example']} ({name})\n{example_text(book, book.examples[name])}")
    titles = {entry.id: entry.title for entry in book.almanac}
    if page.entries:
        parts.append(f"{book.labels['see']}: {', '.join(titles[entry] for entry in page.entries)}")
    return "\n\n".join(parts)


def find_keyword(book: Rulebook, given: str) -> RulebookEntry:
    """An entry of the almanac by its keyword, its name or a synonym; an unknown one names the nearest."""
    wanted = fold(given.strip())
    names = {fold(entry.title): entry for entry in book.almanac} | {entry.id: entry for entry in book.almanac}
    entries = {entry.id for entry in book.almanac}
    meant = {fold(said): entry for said, many in book.synonyms.items() for entry in many if entry in entries}
    if wanted in names:
        return names[wanted]
    if meant.get(wanted) in names:
        return names[meant[wanted]]
    begun = [entry for title, entry in names.items() if title.startswith(wanted)] if wanted else []
    if begun:
        return begun[0]
    titles = {entry.id: entry.title for entry in book.almanac}
    known = {fold(entry.title): entry.title for entry in book.almanac} | titles
    known |= {said: titles[entry] for said, entry in meant.items() if entry in titles}
    raise SevenhexError(f"The almanac has no entry {given!r}; {nearest(wanted, known)}")


def entry(book: Rulebook, given: str) -> str:
    found = find_keyword(book, given)
    titles = {each.id: each.title for each in book.almanac}
    parts = [found.title, paragraph(found.text), f"({', '.join(found.clauses)})"]
    if found.see:
        parts.append(f"{book.labels['see']}: {', '.join(titles[other] for other in found.see)}")
    return "\n\n".join(parts)


def almanac(book: Rulebook) -> str:
    """All keywords."""
    parts = [heading(book, book.labels["almanac"])]
    parts += [f"{each.title}\n{paragraph(each.text, 2)}\n  ({', '.join(each.clauses)})" for each in book.almanac]
    return "\n\n".join(parts)


def answers(book: Rulebook, found: Sequence[Answer]) -> str:
    if not found:
        return f"{book.labels['nothing']}."
    return "\n\n".join(f"{', '.join(each.clauses)}: {each.title}\n{paragraph(each.text, 2)}" for each in found)


def comparison(found: Comparison) -> str:
    """Side by side, one subject after another."""
    half = (WIDTH - 3) // 2
    parts = [f"{found.left_name} | {found.right_name}", f"{found.title}"]
    subject = ""
    for row in found.rows:
        if row.subject != subject:
            subject = row.subject
            parts.append(subject.upper())
        left, right = (wrap(text or "-", half) for text in (row.left, row.right))
        high = max(len(left), len(right))
        sides = [f"{one:{half}} | {other}".rstrip() for one, other in zip(left + [""] * high, right + [""] * high, strict=False)][:high]
        lines = [f"{row.clause} {row.title}", *sides]
        if row.contrast:
            seen = row.contrast
            action = said(seen.action, found.labels, found.own_words[1], found.colours)
            lines.append(f"  > {found.colours.get(seen.colour, seen.colour)}: {action}")
            lines.append(f"    {found.left}: {seen.left}")
            lines.append(f"    {found.right}: {seen.right}")
        for name, page in ((found.left, row.left_page), (found.right, row.right_page)):
            if page:
                lines.append(paragraph(page.text, 4, f"  > {name}: "))
        parts.append("\n".join(lines))
    if found.words:
        parts.append("\n".join(f"{one:{half}} | {other}" for one, other in found.words))
    return "\n\n".join(parts)


def summary(found: Comparison) -> str:
    """One page for those who know the first edition."""
    parts = [found.title]
    for row in found.rows:
        parts.append(paragraph(f"{row.title}. {row.right or found.labels['no_rule']} ({row.clause})", 2, "- "))
    if found.words:
        parts.append(paragraph(", ".join(f"{one} = {other}" for one, other in found.words)))
    return "\n".join(parts)


def coverage(found: Coverage) -> str:
    without = ", ".join(found.without_example) or "-"
    languages = " ".join(f"{code} {number}/{found.clauses}" for code, number in found.texts.items())
    lines = [
        f"{found.clauses} clauses; texts: {languages}",
        f"{found.with_example} clauses with playable examples ({found.examples} examples); without: {without}",
        "",
        f"{'edition':10} {'clauses':>8} {'with example':>13} {'examples':>9} {'almanac':>8}   texts",
    ]
    for row in found.editions:
        texts = " ".join(f"{code} {number}/{row.clauses}" for code, number in row.texts.items())
        lines.append(f"{row.edition:10} {row.clauses:>8} {row.with_example:>13} {row.examples:>9} {row.almanac:>8}   {texts}")
    lacking = [f"{code}: {', '.join(names)}" for code, names in found.missing.items() if names]
    return "\n".join([*lines, *(["", "missing texts:", *lacking] if lacking else [])])
