"""The arena as a page: one HTML file with its charts as inline SVG, to be opened anywhere and sent to anybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from .match import Plan, Result
from .statistics import Row, wilson

WIDTH, BAR, LEFT = 720, 34, 170
COLOURS = ("#2d6a9f", "#c05b2e", "#4a8f5c", "#8a5aa8", "#b08a1e", "#5d6b75")
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}"
    "table{border-collapse:collapse}td,th{padding:.3rem .8rem;text-align:right;border-bottom:1px solid #ddd}"
    "td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}text{font:14px system-ui,sans-serif;fill:#222}"
)


def page(plan: Plan, rows: Sequence[Row], results: Sequence[Result]) -> str:
    """The whole report."""
    title = f"{', '.join(dict.fromkeys(plan.entrants))}: {len(results)} games"
    parts = [
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(title)}</title><style>{STYLE}</style>",
        f"<h1>{escape(title)}</h1>",
        f"<p>Edition {escape(plan.edition)}, {plan.players} players, seed {plan.seed}. Seats rotate: games in groups of {plan.players} "
        "share island and dice. Intervals are Wilson's, 95%.</p>",
        ranking(rows),
        "<h2>Win rate</h2>",
        bars(rows, plan.players),
        "<h2>By seat</h2>",
        seats(plan, results),
        "<h2>Length of games, in turns</h2>",
        histogram([result.turns for result in results]),
        "</html>",
    ]
    return "\n".join(parts)


def ranking(rows: Sequence[Row]) -> str:
    heads = ("Bot", "Games", "Wins", "Win rate", "95% interval", "Rating", "Points", "ms per decision", "Faults")
    lines = ["<table><tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr>"]
    for row in rows:
        cells = (
            escape(row.name),
            row.games,
            row.wins,
            f"{row.win_rate:.1%}",
            f"{row.low:.1%} to {row.high:.1%}",
            f"{row.rating:.1f}",
            f"{row.points:.1f}",
            f"{row.ms_per_decision:.2f}",
            row.faults,
        )
        lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return "\n".join([*lines, "</table>"])


def bars(rows: Sequence[Row], players: int) -> str:
    """A bar for each bot with its interval, and a line at what chance would give."""
    most = max([row.high for row in rows] + [1 / players]) * 1.05
    span = WIDTH - LEFT - 20
    height = BAR * len(rows) + 30
    chance = LEFT + span / players / most
    parts = [f"<svg viewBox='0 0 {WIDTH} {height}' role='img' aria-label='Win rates'>"]
    for place, row in enumerate(rows):
        y = place * BAR + 6
        middle = y + BAR / 2 - 5
        parts.append(f"<text x='0' y='{middle + 5}'>{escape(row.name)}</text>")
        colour = COLOURS[place % len(COLOURS)]
        parts.append(f"<rect x='{LEFT}' y='{y}' width='{span * row.win_rate / most:.1f}' height='{BAR - 10}' fill='{colour}'/>")
        low, high = LEFT + span * row.low / most, LEFT + span * row.high / most
        whisker = f"M{low:.1f} {middle}H{high:.1f}M{low:.1f} {middle - 5}v10M{high:.1f} {middle - 5}v10"
        parts.append(f"<path d='{whisker}' stroke='#222' fill='none'/>")
        parts.append(f"<text x='{high + 6:.1f}' y='{middle + 5}'>{row.win_rate:.1%}</text>")
    parts.append(f"<path d='M{chance:.1f} 0V{height - 22}' stroke='#888' stroke-dasharray='4 3'/>")
    parts.append(f"<text x='{chance:.1f}' y='{height - 6}' text-anchor='middle'>chance</text></svg>")
    return "".join(parts)


def seats(plan: Plan, results: Sequence[Result]) -> str:
    """Win rates of each bot in each seat."""
    names = list(dict.fromkeys(plan.entrants))
    played: Counter[tuple[str, int]] = Counter()
    won: Counter[tuple[str, int]] = Counter()
    for result in results:
        for seat, entrant in enumerate(result.seating):
            key = plan.entrants[entrant], seat
            played[key] += 1
            won[key] += result.winner == seat
    lines = ["<table><tr><th>Bot</th>" + "".join(f"<th>seat {seat + 1}</th>" for seat in range(plan.players)) + "</tr>"]
    for name in names:
        cells = []
        for seat in range(plan.players):
            games = played[name, seat]
            low, high = wilson(won[name, seat], games)
            cells.append(f"<td title='{low:.0%} to {high:.0%}'>{won[name, seat] / games:.1%}</td>" if games else "<td>-</td>")
        lines.append(f"<tr><td>{escape(name)}</td>{''.join(cells)}</tr>")
    return "\n".join([*lines, "</table>"])


def histogram(values: Sequence[int], bins: int = 24) -> str:
    if not values:
        return "<p>No games.</p>"
    low, high = min(values), max(values) + 1
    step = max(1, -(-(high - low) // bins))
    counts = Counter((value - low) // step for value in values)
    most = max(counts.values())
    width = WIDTH / bins
    parts = [f"<svg viewBox='0 0 {WIDTH} 190' role='img' aria-label='Length of games'>"]
    for place in range(bins):
        height = 150 * counts[place] / most
        left, top = place * width + 1, 160 - height
        parts.append(f"<rect x='{left:.1f}' y='{top:.1f}' width='{width - 2:.1f}' height='{height:.1f}' fill='{COLOURS[0]}'/>")
    parts.append(f"<text x='0' y='182'>{low}</text><text x='{WIDTH}' y='182' text-anchor='end'>{low + step * bins}</text></svg>")
    return "".join(parts)
