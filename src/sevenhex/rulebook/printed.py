"""The rulebook to print: Markdown, and HTML with its pictures inside; as PDF: `pdf.py`."""

from __future__ import annotations

from html import escape

from sevenhex.game.game import Game
from sevenhex.notation.picture import island_svg

from .acts import said
from .book import is_option
from .forms import Rulebook, RulebookClause, RulebookExample, RulebookTry

PAPERS = ("a4", "letter")


def picture(page: RulebookExample) -> str:
    """The island of an example."""
    game = Game.at(page.position)
    return island_svg(game.state, colours=game.colours, words=game.words, labels=True)


def actions(book: Rulebook, page: RulebookExample) -> list[str]:
    labels = book.labels

    def done(each: RulebookTry) -> str:
        return f"{book.colours[each.colour]}: {said(each.action, labels, book.words, book.colours)}"

    allowed = [f"{labels['allowed']}: {done(each)}" for each in page.allowed if each.seat >= 0]
    return allowed + [f"{labels['refused']} ({each.clause}): {done(each)}" for each in page.refused if each.seat >= 0]


def clause_title(book: Rulebook, page: RulebookClause) -> str:
    chosen = f" ({book.labels['house'] if page.subject == 'HOUSE' else book.labels['may']})" if is_option(page) else ""
    return f"{page.id} {page.title}{chosen}"


def pictures(book: Rulebook) -> dict[str, str]:
    """The islands of the examples that are printed with one, by file name."""
    return {f"{page.examples[0]}.svg": picture(book.examples[page.examples[0]]) for page in book.clauses.values() if page.examples}


def markdown(book: Rulebook, folder: str = "") -> str:
    """`folder`: where the pictures lie, as `pictures` names them; without it there are none."""
    labels = book.labels
    lines = [f"# {book.name}", "", labels["own_words"], "", f"## {labels['course']}", ""]
    for number, step in enumerate(book.course, 1):
        lines.append(f"{number}. **{step.title}.** {step.text} ({', '.join(step.clauses)})")
    lines += ["", f"## {labels['rules']}", ""]
    for subject in book.subjects:
        lines += [f"### {subject.title}", ""]
        for name in subject.clauses:
            page = book.clauses[name]
            lines += [f"**{clause_title(book, page)}.** {page.text}", ""]
            for place, example in enumerate(page.examples):
                shown = book.examples[example]
                if folder and place == 0:
                    lines += [f"![{shown.text}]({folder}/{example}.svg)", ""]
                lines.append(f"> {labels['example']}: {shown.text}")
                lines += [f">\n> - {each}" if at == 0 else f"> - {each}" for at, each in enumerate(actions(book, shown))]
                lines.append("")
    lines += [f"## {labels['almanac']}", ""]
    titles = {entry.id: entry.title for entry in book.almanac}
    for entry in book.almanac:
        see = f" {labels['see']}: {', '.join(titles[other] for other in entry.see)}." if entry.see else ""
        lines += [f"**{entry.title}.** {entry.text} ({', '.join(entry.clauses)}){see}", ""]
    return "\n".join(lines).rstrip() + "\n"


STYLE = """
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1d2126; background: #fff }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1, h2, h3 { line-height: 1.2 } h2 { margin-top: 3rem; border-bottom: 2px solid #d8d3c4 }
.clause { margin: 1.2rem 0 } .number { color: #6b4f1d; font-variant-numeric: tabular-nums }
figure { margin: .8rem 0 1.2rem; padding: .8rem; background: #f7f4ea; border-radius: .5rem; break-inside: avoid }
figure svg { width: 100%; max-width: 22rem; height: auto; display: block; margin: 0 auto .6rem }
figcaption ul { margin: .4rem 0 0; padding-left: 1.2rem } small { color: #565b61 }
@media print { a { color: inherit; text-decoration: none } }
"""


def html(book: Rulebook, paper: str = "a4") -> str:
    """One file with everything inside; every clause and keyword has an anchor."""
    labels = book.labels

    def links(numbers: list[str]) -> str:
        return ", ".join(f'<a href="#{number}">{number}</a>' for number in numbers)

    parts = [f"<h1>{escape(book.name)}</h1><p><small>{escape(labels['own_words'])}</small></p>", f"<h2>{escape(labels['course'])}</h2><ol>"]
    parts += [
        f"<li><strong>{escape(step.title)}.</strong> {escape(step.text)} <small>({links(step.clauses)})</small></li>"
        for step in book.course
    ]
    parts.append(f"</ol><h2>{escape(labels['rules'])}</h2>")
    for subject in book.subjects:
        parts.append(f"<h3>{escape(subject.title)}</h3>")
        for name in subject.clauses:
            page = book.clauses[name]
            parts.append(f'<div class="clause" id="{name}"><strong>{escape(clause_title(book, page))}.</strong> {escape(page.text)}')
            for at, example in enumerate(page.examples):
                shown = book.examples[example]
                listed = "".join(f"<li>{escape(each)}</li>" for each in actions(book, shown))
                drawing = picture(shown) if at == 0 else ""
                parts.append(f"<figure>{drawing}<figcaption>{escape(shown.text)}<ul>{listed}</ul></figcaption></figure>")
            parts.append("</div>")
    parts.append(f"<h2>{escape(labels['almanac'])}</h2>")
    for entry in book.almanac:
        parts.append(
            f'<p id="{entry.id}"><strong>{escape(entry.title)}.</strong> {escape(entry.text)} <small>({links(entry.clauses)})</small></p>'
        )
    size = "A4" if paper == "a4" else "letter"
    return (
        f'<!doctype html><html lang="{book.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(book.name)}</title><style>@page {{ size: {size}; margin: 18mm }}{STYLE}</style></head>"
        f"<body>{''.join(parts)}</body></html>\n"
    )
