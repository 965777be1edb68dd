"""The rulebook on paper, as PDF with vector pictures (with the extra `print`)."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import escape
from typing import Any

from sevenhex.errors import SevenhexError, one_of

from .acts import said
from .forms import Rulebook, RulebookClause, RulebookExample
from .printed import PAPERS, clause_title, picture
from .terminal import source_of

MISSING = "A PDF needs the packages reportlab and svglib; install Sevenhex with them: pip install 'sevenhex[print]'."
SEA, INK, MUTED, LINE, GOOD, BAD = "#4b94bc", "#12303f", "#5b6770", "#cfd8dc", "#1c6b3a", "#a3271d"
MM = 72 / 25.4
MARGIN, GUTTER, PICTURE, SMALL_PICTURE, BAND = 17 * MM, 6 * MM, 45 * MM, 34 * MM, 40 * MM
HEAD, FOOT = 6 * MM, 10 * MM


def printable_svg(svg: str) -> str:
    """A picture without what a printer's library does not know: patterns, gradients, short colours with an alpha, outlined letters."""
    svg = re.sub(r"<defs>.*?</defs>|<title>.*?</title>", "", svg, flags=re.S)
    svg = re.sub(r'<(?:polygon|circle)[^>]*fill="url\(#ground[^>]*/>', "", svg)
    svg = svg.replace("url(#sea)", SEA).replace('stroke="#0003"', 'stroke="#999999"').replace('stroke="#0005"', 'stroke="#777777"')
    svg = re.sub(r' stroke="#[0-9a-f]+" stroke-width="[\d.]+" paint-order="stroke"', "", svg)
    svg = re.sub(r' stroke="#fdf8ea"\s+stroke-width="3" paint-order="stroke"', "", svg)
    return re.sub(r'font-weight="\d+"', 'font-weight="bold"', re.sub(r'font-family="[^"]*"', 'font-family="Helvetica"', svg))


def drawing(page: RulebookExample, width: float) -> Any:
    """The island of an example as vector graphics of a given width."""
    from svglib.svglib import svg2rlg

    found = svg2rlg(io.BytesIO(printable_svg(picture(page)).encode()))
    assert found is not None
    scale = width / found.width
    found.width, found.height = found.width * scale, found.height * scale
    found.scale(scale, scale)
    return found


class Sheets:
    """One rulebook on its way to paper: styles, parts, pages."""

    def __init__(self, book: Rulebook, paper: str) -> None:
        from reportlab.lib.pagesizes import A4, LETTER
        from reportlab.lib.styles import ParagraphStyle

        self.book, self.size = book, A4 if paper == "a4" else LETTER
        self.width = self.size[0] - 2 * MARGIN
        base = ParagraphStyle("base", fontName="Helvetica", fontSize=9.4, leading=12.8, textColor=INK)
        self.body = ParagraphStyle("body", base, spaceAfter=3)
        self.note = ParagraphStyle("note", base, fontSize=8.2, leading=10.8, textColor=MUTED, spaceAfter=3)
        self.try_ = ParagraphStyle("try", self.note, leftIndent=3 * MM, spaceAfter=2)
        self.title = ParagraphStyle("title", base, fontName="Helvetica-Bold", fontSize=10.4, leading=13.5, spaceAfter=2)
        self.part = ParagraphStyle("part", base, fontName="Helvetica-Bold", fontSize=19, leading=23, spaceAfter=8)
        self.subject = ParagraphStyle("subject", base, fontName="Helvetica-Bold", fontSize=13.5, leading=17, spaceBefore=8, spaceAfter=5)

    def anchored(self, text: str, style: Any, name: str, level: int) -> Any:
        """A heading that the outline and the contents lead to."""
        from reportlab.platypus import Paragraph

        made = Paragraph(f'<a name="{name}"/>{escape(text)}', style)
        made.outline = (text, name, level)
        return made

    def beside(self, words: list[Any], shown: RulebookExample | None, width: float) -> Any:
        """Words with their picture to the right."""
        from reportlab.platypus import Table

        columns = [self.width - width - GUTTER, width + GUTTER] if shown else [self.width]
        row = [words, drawing(shown, width)] if shown else [words]
        made = Table([row], columns)
        made.setStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("ALIGN", (-1, 0), (-1, 0), "RIGHT" if shown else "LEFT"),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (0, 0), GUTTER if shown else 0),
                ("RIGHTPADDING", (-1, 0), (-1, 0), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 5),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 6),
                ("LINEABOVE", (0, 0), (-1, 0), 0.5, LINE),
            ]
        )
        return made

    def tries(self, shown: RulebookExample) -> Iterator[Any]:
        """What may be done there and what may not."""
        from reportlab.platypus import Paragraph

        labels, colours = self.book.labels, self.book.colours
        for each, word, colour in (
            *((one, labels["allowed"], GOOD) for one in shown.allowed),
            *((one, f"{labels['refused']}, {one.clause}", BAD) for one in shown.refused),
        ):
            if each.seat >= 0:
                done = escape(f"{colours[each.colour]}: {said(each.action, labels, self.book.words, colours)}")
                yield Paragraph(f'<font color="{colour}"><b>{escape(word)}</b></font> {done}', self.try_)

    def clause(self, page: RulebookClause) -> Any:
        from reportlab.platypus import Paragraph

        book, numbers = self.book, [self.book.examples[name] for name in page.examples]
        words: list[Any] = [Paragraph(f'<a name="{page.id}"/>{escape(clause_title(book, page))}', self.title)]
        words.append(Paragraph(escape(page.text), self.body))
        if page.book:
            words.append(Paragraph(f"{escape(book.labels['source'])}: {escape(source_of(book, page))}", self.note))
        for shown in numbers:
            words.append(Paragraph(f"<b>{escape(book.labels['example'])}.</b> {escape(shown.text)}", self.note))
            words += self.tries(shown)
        return self.beside(words, numbers[0] if numbers else None, PICTURE)

    def links(self, clauses: list[str]) -> str:
        known = self.book.clauses
        return ", ".join(f'<a href="#{number}" color="{MUTED}">{number}</a>' if number in known else number for number in clauses)

    def course(self) -> Iterator[Any]:
        from reportlab.platypus import Paragraph

        yield self.anchored(self.book.labels["course"], self.part, "course", 0)
        for number, step in enumerate(self.book.course, 1):
            words = [
                Paragraph(f"{number}. {escape(step.title)}", self.title),
                Paragraph(escape(step.text), self.body),
                Paragraph(self.links(step.clauses), self.note),
            ]
            yield self.beside(words, self.book.examples.get(step.example), SMALL_PICTURE)

    def rules(self) -> Iterator[Any]:
        from reportlab.platypus import KeepTogether

        yield self.anchored(self.book.labels["rules"], self.part, "rules", 0)
        for subject in self.book.subjects:
            first, *rest = [self.clause(self.book.clauses[name]) for name in subject.clauses]
            yield KeepTogether([self.anchored(subject.title, self.subject, f"subject-{subject.id}", 1), first])
            yield from rest

    def almanac(self) -> Iterator[Any]:
        from reportlab.platypus import KeepTogether, Paragraph

        yield self.anchored(self.book.labels["almanac"], self.part, "almanac", 0)
        for entry in self.book.almanac:
            text = f"{escape(entry.text)} <font size=7.6>{self.links(entry.clauses)}</font>"
            yield KeepTogether([Paragraph(escape(entry.title), self.title), Paragraph(text, self.body)])

    def contents(self) -> Iterator[Any]:
        """What the rulebook has, as links; the outline of the file says the same."""
        from reportlab.platypus import Paragraph, Spacer

        labels = self.book.labels
        subjects = ", ".join(f'<a href="#subject-{each.id}" color="{INK}">{escape(each.title)}</a>' for each in self.book.subjects)
        parts = [(labels["course"], "course", ""), (labels["rules"], "rules", f": {subjects}"), (labels["almanac"], "almanac", "")]
        for title, name, more in parts:
            yield Paragraph(f'<a href="#{name}" color="{INK}"><b>{escape(title)}</b></a>{more}', self.body)
        yield Paragraph(escape(labels["own_words"]), self.note)
        yield Spacer(1, 4 * MM)

    # --- pages

    def front(self, canvas: Any, _page: Any) -> None:
        """The title over the sea."""
        width, height = self.size
        canvas.setFillColor(SEA)
        canvas.rect(0, height - BAND, width, BAND, stroke=0, fill=1)
        canvas.setFillColor("#ffffff")
        size = 26.0
        while canvas.stringWidth(self.book.name, "Helvetica-Bold", size) > self.width:
            size -= 1
        canvas.setFont("Helvetica-Bold", size)
        canvas.drawString(MARGIN, height - BAND + 16 * MM, self.book.name)
        canvas.setFont("Helvetica", 11)
        players = f"{self.book.players[0]}-{self.book.players[-1]}"
        canvas.drawString(MARGIN, height - BAND + 8 * MM, f"{self.book.labels['rulebook']}  |  {self.book.labels['players']}: {players}")
        self.foot(canvas, _page)

    def foot(self, canvas: Any, page: Any) -> None:
        canvas.setFillColor(MUTED)
        canvas.setFont("Helvetica", 8)
        canvas.drawString(MARGIN, FOOT, f"Sevenhex  |  {self.book.name}")
        canvas.drawRightString(self.size[0] - MARGIN, FOOT, str(page.page))

    def made(self) -> bytes:
        from reportlab.platypus import BaseDocTemplate, Frame, NextPageTemplate, PageBreak, PageTemplate

        height = self.size[1]
        tall, bottom = height - MARGIN - FOOT - HEAD - MARGIN / 2, FOOT + HEAD
        none = dict.fromkeys(("leftPadding", "rightPadding", "topPadding", "bottomPadding"), 0)
        column = (self.width - GUTTER) / 2
        frames = {
            "front": [Frame(MARGIN, bottom, self.width, height - BAND - bottom - 6 * MM, **none)],
            "rules": [Frame(MARGIN, bottom, self.width, tall, **none)],
            "almanac": [
                Frame(MARGIN, bottom, column, tall, **none),
                Frame(MARGIN + column + GUTTER, bottom, column, tall, **none),
            ],
        }

        class Paper(BaseDocTemplate):  # type: ignore[misc]
            def afterFlowable(self, flowable: Any) -> None:
                title, name, level = getattr(flowable, "outline", (None, "", 0))
                if title:
                    self.canv.addOutlineEntry(title, name, level, closed=level == 0)

        story: list[Any] = [NextPageTemplate("rules"), *self.contents(), *self.course(), PageBreak(), *self.rules()]
        story += [NextPageTemplate("almanac"), PageBreak(), *self.almanac()]
        into = io.BytesIO()
        document = Paper(
            into,
            pagesize=self.size,
            title=self.book.name,
            author="Sevenhex",
            lang=self.book.language,
            invariant=1,  # the same rulebook makes the same bytes
        )
        document.addPageTemplates(
            [PageTemplate(name, each, onPage=self.front if name == "front" else self.foot) for name, each in frames.items()]
        )
        document.build(story)
        return into.getvalue()


def pdf(book: Rulebook, paper: str = "a4") -> bytes:
    """The rulebook on paper, its pictures as vectors."""
    if paper not in PAPERS:
        raise SevenhexError(f"There is no paper {paper!r}; {one_of(paper, PAPERS)}.")
    try:
        import reportlab  # noqa: F401
        import svglib  # noqa: F401
    except ImportError:
        raise SevenhexError(MISSING) from None
    return Sheets(book, paper).made()
