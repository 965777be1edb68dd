"""The arena as a page: one HTML file with its charts as inline SVG, to be opened anywhere and sent to anybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from math import log

from .match import Plan, Result
from .statistics import Row, seated, wilson

WIDTH, BAR, LEFT = 720, 34, 170
COLOURS = ("#2d6a9f", "#c05b2e", "#4a8f5c", "#8a5aa8", "#b08a1e", "#5d6b75")
STYLE = (
    ":root{color-scheme:light dark;--ink:#222;--ground:#fff;--line:#ddd}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6e3da;--ground:#1b1d20;--line:#444}}"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:var(--ink);background:var(--ground)}"
    "div{overflow-x:auto}table{border-collapse:collapse}td,th{padding:.3rem .8rem;text-align:right;border-bottom:1px solid var(--line)}"
    "td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}text{font:14px system-ui,sans-serif;fill:var(--ink)}"
    ".rule{stroke:var(--ink);fill:none}.faint{stroke:#888;stroke-dasharray:4 3;fill:none}"
)


def page(plan: Plan, rows: Sequence[Row], results: Sequence[Result]) -> str:
    """The whole report."""
    title = f"{', '.join(plan.names)}: {len(results)} games"
    parts = [
        "<!doctype html><html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>",
        f"<title>{escape(title)}</title><style>{STYLE}</style><h1>{escape(title)}</h1>",
        f"<p>Edition {escape(plan.edition)}, {plan.players} players, seed {plan.seed}. Seats rotate: games in groups of {plan.players} "
        "share island and dice. Intervals are Wilson's, 95%.</p>",
        ranking(rows),
        "<h2>Win rate</h2>",
        bars(rows, plan.players),
        "<h2>Rating, fitted to all games at once</h2>",
        ratings(rows),
        "<h2>Milliseconds per decision</h2>",
        times(rows),
        "<h2>By seat</h2>",
        seats(plan, results),
        "<h2>Length of games, in turns</h2>",
        histogram([result.turns for result in results]),
        faults(plan, results),
        "</html>",
    ]
    return "\n".join(parts)


def ranking(rows: Sequence[Row]) -> str:
    heads = ("Bot", "Games", "Wins", "Win rate", "95% interval", "Rating", "Points", "ms per decision", "median", "Faults")
    lines = ["<div><table><tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr>"]
    for row in rows:
        cells = (
            escape(row.name),
            row.games,
            row.wins,
            f"{row.win_rate:.1%}",
            f"{row.low:.1%} to {row.high:.1%}",
            f"{row.rating:.0f} ({row.rating_low:.0f} to {row.rating_high:.0f})",
            f"{row.points:.1f}",
            f"{row.ms_per_decision:.2f}",
            f"{row.ms_median:.2f}",
            row.faults,
        )
        lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return "\n".join([*lines, "</table></div>"])


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
        parts.append(f"<path d='{whisker}' class='rule'/>")
        parts.append(f"<text x='{high + 6:.1f}' y='{middle + 5}'>{row.win_rate:.1%}</text>")
    parts.append(f"<path d='M{chance:.1f} 0V{height - 22}' class='faint'/>")
    parts.append(f"<text x='{chance:.1f}' y='{height - 6}' text-anchor='middle'>chance</text></svg>")
    return "".join(parts)


def seats(plan: Plan, results: Sequence[Result]) -> str:
    """Win rates of each bot in each seat."""
    names = plan.names
    played: Counter[tuple[str, int]] = Counter()
    won: Counter[tuple[str, int]] = Counter()
    for result in results:
        for seat, name in enumerate(seated(plan, result)):
            key = name, seat
            played[key] += 1
            won[key] += result.winner == seat
    lines = ["<div><table><tr><th>Bot</th>" + "".join(f"<th>seat {seat + 1}</th>" for seat in range(plan.players)) + "</tr>"]
    for name in names:
        cells = []
        for seat in range(plan.players):
            games = played[name, seat]
            low, high = wilson(won[name, seat], games)
            cells.append(f"<td title='{low:.0%} to {high:.0%}'>{won[name, seat] / games:.1%}</td>" if games else "<td>-</td>")
        lines.append(f"<tr><td>{escape(name)}</td>{''.join(cells)}</tr>")
    return "\n".join([*lines, "</table></div>"])


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


def ratings(rows: Sequence[Row]) -> str:
    """A line for each bot: its rating and the interval around it. Names stand in a column of their own, so that none covers another."""
    low, high = min(row.rating_low for row in rows), max(row.rating_high for row in rows)
    span, wide = WIDTH - LEFT - 120, max(high - low, 1.0)
    parts = [f"<svg viewBox='0 0 {WIDTH} {BAR * len(rows) + 4}' role='img' aria-label='Ratings'>"]
    for place, row in enumerate(sorted(rows, key=lambda each: -each.rating)):
        y = place * BAR + BAR / 2
        left, middle, right = (LEFT + span * (value - low) / wide for value in (row.rating_low, row.rating, row.rating_high))
        whisker = f"M{left:.1f} {y}H{right:.1f}M{left:.1f} {y - 5}v10M{right:.1f} {y - 5}v10"
        parts.append(f"<text x='0' y='{y + 5}'>{escape(row.name)}</text><path d='{whisker}' class='rule'/>")
        parts.append(f"<circle cx='{middle:.1f}' cy='{y}' r='6' fill='{COLOURS[place % len(COLOURS)]}'/>")
        parts.append(f"<text x='{right + 8:.1f}' y='{y + 5}'>{row.rating:.0f}</text>")
    return "".join([*parts, "</svg>"])


def times(rows: Sequence[Row]) -> str:
    """Median and 99th percentile of each bot on a logarithmic line."""
    low = min([row.ms_median for row in rows if row.ms_median > 0] or [0.01]) / 2
    high = max([row.ms_slowest for row in rows] + [low * 10]) * 1.5
    span = WIDTH - LEFT - 120
    parts = [f"<svg viewBox='0 0 {WIDTH} {BAR * len(rows) + 4}' role='img' aria-label='Milliseconds per decision'>"]
    for place, row in enumerate(rows):
        y = place * BAR + BAR / 2
        left, right = (LEFT + span * log(max(value, low) / low) / log(high / low) for value in (row.ms_median, row.ms_slowest))
        parts.append(f"<text x='0' y='{y + 5}'>{escape(row.name)}</text><path d='M{left:.1f} {y}H{right:.1f}' class='rule'/>")
        parts.append(f"<circle cx='{left:.1f}' cy='{y}' r='6' fill='{COLOURS[place % len(COLOURS)]}'/>")
        parts.append(f"<text x='{right + 8:.1f}' y='{y + 5}'>{row.ms_median:.2f} (99%: {row.ms_slowest:.1f})</text>")
    return "".join([*parts, "</svg>"])


def faults(plan: Plan, results: Sequence[Result]) -> str:
    """What bots did wrong, in words, each kind once."""
    faults = Counter(text for result in results for text in result.said)
    if not faults:
        return ""
    lines = "".join(f"<li>{escape(text)}</li>" for text, _ in faults.most_common(20))
    return f"<h2>Faults</h2><p>A fallback action was played instead.</p><ul>{lines}</ul>"
