"""An island as an SVG picture: own artwork, readable in greyscale, every colour with a symbol of its own."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from sevenhex.rules.chance import WAYS
from sevenhex.rules.ids import DESERT, GENERIC, NEUTRAL, NOBODY, RESOURCE_NAMES, TERRAIN_NAMES, Island
from sevenhex.rules.state import State
from sevenhex.rules.topology import GEOMETRY, Geometry

SIZE = 52.0  # from a hex's centre to its corners
HALF_WIDTH, QUARTER = SIZE * math.sqrt(3) / 2, SIZE / 2  # the units of the topology's points
MARGIN = 70.0  # sea around the island, wide enough for harbors
CITY = 9  # see rules/board.py

Point = tuple[float, float]

HARBORS = (*RESOURCE_NAMES, "generic")
GROUND = ("#c4633b", "#2f6b45", "#93c45f", "#eec450", "#8793a1", "#e8d9ab")  # by terrain: different in lightness too
PAINT = {
    "red": "#c7362c",
    "blue": "#2461c4",
    "orange": "#e7862a",
    "white": "#f5f4ef",
    "green": "#2c8a4b",
    "brown": "#7a4a2a",
    "black": "#2a2b30",
    "neutral": "#b9b4a8",
}
DARK_INK = {"white", "neutral", "orange"}

# One drawing a colour, in a square from -4 to 4.
SYMBOLS = {
    "red": '<circle r="3.4"/>',
    "blue": '<path d="M0-4 4 3.4H-4Z"/>',
    "orange": '<path d="M0-4.4 4.4 0 0 4.4-4.4 0Z"/>',
    "white": '<path d="M-3.2-3.2H3.2V3.2H-3.2Z"/>',
    "green": '<path d="M-1.3-4H1.3V-1.3H4V1.3H1.3V4H-1.3V1.3H-4V-1.3H-1.3Z"/>',
    "brown": '<path d="M-4-3.4H4L0 4Z"/>',
    "black": '<path d="M0-4.4 1.3-1.4 4.4-1.2 2 .9 2.8 4 0 2.3-2.8 4-2 .9-4.4-1.2-1.3-1.4Z"/>',
    "neutral": '<path d="M-4-1.1H4V1.1H-4Z"/>',
}

# One texture a terrain: bricks, firs, tufts, ears, peaks, dunes.
TEXTURES = (
    ("22 15", "#9f4c29", '<path d="M0 .8H22M0 8.3H22M5.5 .8V8.3M16.5 8.3V15"/>'),
    ("24 26", "#1f5233", '<path d="M6 3 10 10H2ZM6 7 11 15H1ZM18 15 22 22H14ZM18 18 23 26H13Z" fill="#1f5233" stroke="none"/>'),
    ("26 20", "#639a3a", '<path d="M4 9Q5 4 6 9 7 3 9 8M16 18Q17 13 18 18 19 12 21 17"/>'),
    ("16 24", "#bf8f1c", '<path d="M4 22V9M4 13 1.4 9.4M4 13 6.6 9.4M4 9 2 5.5M4 9 6 5.5M12 11V1M12 5 9.6 1.6M12 5 14.4 1.6"/>'),
    (
        "32 26",
        "#626e7c",
        '<path d="M1 23 9 8 17 23M17 23 24 11 31 23"/><path d="M9 8 6.4 13 9 11.6 11.6 13Z" fill="#f2f5f7" stroke="none"/>',
    ),
    ("30 18", "#c9b377", '<path d="M1 6Q8 1 15 6T29 6M8 15Q12 12 16 15T24 15"/>'),
)


def island_svg(
    state: State,
    *,
    colours: Sequence[str],
    words: Mapping[str, str],
    heat: Mapping[int, float] | None = None,
    labels: bool = False,
    inactive: str = "",
) -> str:
    """The island with its pieces. `heat` shades corners by value, `labels` names the hexes, `inactive` paints neutral settlements."""
    geometry = GEOMETRY[Island(int(state[0].island))]
    paints = [*colours, *["neutral"] * (NEUTRAL - len(colours)), inactive or "neutral"]
    parts = [
        _coast(geometry),
        _hexes(state, geometry, words),
        _harbors(state, geometry, words),
        _tokens(state, geometry),
        _robber(state, geometry, words),
        _heat(geometry, heat or {}),
        _roads(state, geometry, paints, words),
        _buildings(state, geometry, paints, words),
        _labels(geometry) if labels else "",
    ]
    left, top, right, bottom = _bounds(geometry)
    width, height = right - left, bottom - top
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}" role="img" '
        f'aria-label="{escape(_spoken(state, geometry, words))}" font-family="system-ui, \'DejaVu Sans\', sans-serif">'
        f'{_definitions()}<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="url(#sea)"/>'
        f"{''.join(parts)}</svg>"
    )


def _place(point: tuple[int, int]) -> Point:
    return point[0] * HALF_WIDTH, point[1] * QUARTER


def _bounds(geometry: Geometry) -> tuple[float, float, float, float]:
    xs, ys = zip(*(_place(point) for point in geometry.corner_points), strict=True)
    return min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN


def _definitions() -> str:
    patterns = "".join(
        f'<pattern id="ground-{name}" width="{size.split()[0]}" height="{size.split()[1]}" patternUnits="userSpaceOnUse">'
        f'<g fill="none" stroke="{ink}" stroke-width="1.5" stroke-linecap="round">{drawing}</g></pattern>'
        for name, (size, ink, drawing) in zip(TERRAIN_NAMES, TEXTURES, strict=True)
    )
    sea = '<radialGradient id="sea" r="75%"><stop offset="0" stop-color="#69b5d6"/><stop offset="1" stop-color="#2b709b"/></radialGradient>'
    return f"<defs>{sea}{patterns}</defs>"


def _outline(centre: Point, radius: float) -> str:
    corners = ((centre[0] + radius * math.sin(turn), centre[1] - radius * math.cos(turn)) for turn in (k * math.pi / 3 for k in range(6)))
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def _coast(geometry: Geometry) -> str:
    beach = "".join(f'<polygon points="{_outline(_place(point), SIZE + 9)}"/>' for point in geometry.hex_points)
    surf = "".join(f'<polygon points="{_outline(_place(point), SIZE + 15)}"/>' for point in geometry.hex_points)
    return f'<g fill="#a9d8e8">{surf}</g><g fill="#efe2b9">{beach}</g>'


def _hexes(state: State, geometry: Geometry, words: Mapping[str, str]) -> str:
    drawn = []
    for tile, point in enumerate(geometry.hex_points):
        terrain, number = int(state[0].terrain[tile]), int(state[0].number[tile])
        outline = _outline(_place(point), SIZE - 1.6)
        title = f"{geometry.hex_names[tile]}: {words.get(TERRAIN_NAMES[terrain], TERRAIN_NAMES[terrain])}{f' {number}' if number else ''}"
        drawn.append(
            f'<g class="hex"><title>{escape(title)}</title><polygon points="{outline}" fill="{GROUND[terrain]}"/>'
            f'<polygon points="{outline}" fill="url(#ground-{TERRAIN_NAMES[terrain]})"/></g>'
        )
    return "".join(drawn)


def _tokens(state: State, geometry: Geometry) -> str:
    drawn = []
    for tile, point in enumerate(geometry.hex_points):
        number = int(state[0].number[tile])
        if not number:
            continue
        x, y = _place(point)
        red = number in (6, 8)
        ink = "#b01c28" if red else "#24272b"
        pips = int(WAYS[number])
        dots = "".join(f'<circle cx="{x + (dot - (pips - 1) / 2) * 4.2:.1f}" cy="{y + 10.5:.1f}" r="1.5"/>' for dot in range(pips))
        drawn.append(
            f'<g class="token" fill="{ink}"><circle cx="{x:.1f}" cy="{y:.1f}" r="{19 if red else 17}" fill="#fdf8ea" stroke="#0003"/>'
            f'<text x="{x:.1f}" y="{y + 4.5:.1f}" font-size="{20 if red else 17}" font-weight="800" text-anchor="middle">{number}</text>'
            f"{dots}</g>"
        )
    return "".join(drawn)


def _harbors(state: State, geometry: Geometry, words: Mapping[str, str]) -> str:
    """Each harbor as a sign in the sea with two piers to its corners."""
    drawn = []
    for edge, kind in zip(state[0].harbor_edge.tolist(), state[0].harbor_kind.tolist(), strict=True):
        if edge == NOBODY:
            continue
        ends = [_place(geometry.corner_points[corner]) for corner in geometry.edge_corners[edge]]
        inland = _place(geometry.hex_points[geometry.hex_names.index(geometry.edge_names[edge].split(".")[0])])
        middle = ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
        x, y = (middle[axis] + (middle[axis] - inland[axis]) * 0.78 for axis in (0, 1))
        for end in ends:
            drawn.append(
                f'<line x1="{end[0]:.1f}" y1="{end[1]:.1f}" x2="{x:.1f}" y2="{y:.1f}" '
                'stroke="#6f4d30" stroke-width="5" stroke-dasharray="4 2.2"/>'
            )
        rate = "3:1" if kind == GENERIC else "2:1"
        served = words.get(HARBORS[kind], HARBORS[kind])
        title = f"{words.get('harbor', 'harbor')} {rate} {served}"
        sign = "?" if kind == GENERIC else ""
        ground = "#ffffff" if kind == GENERIC else GROUND[kind]
        texture = "" if kind == GENERIC else f'<circle cx="{x:.1f}" cy="{y - 5:.1f}" r="8.5" fill="url(#ground-{TERRAIN_NAMES[kind]})"/>'
        drawn.append(
            f'<g class="harbor"><title>{escape(title)}</title><circle cx="{x:.1f}" cy="{y:.1f}" r="19" fill="#fbf6e6" stroke="#6f4d30"/>'
            f'<circle cx="{x:.1f}" cy="{y - 5:.1f}" r="8.5" fill="{ground}" stroke="#0005"/>{texture}'
            f'<text x="{x:.1f}" y="{y - 1:.1f}" font-size="11" font-weight="800" text-anchor="middle" fill="#4a4a4a">{sign}</text>'
            f'<text x="{x:.1f}" y="{y + 14:.1f}" font-size="10.5" font-weight="800" text-anchor="middle" fill="#24272b">{rate}</text>'
            f'<text x="{x:.1f}" y="{y + 30:.1f}" font-size="10.5" font-weight="700" text-anchor="middle" fill="#ffffff" stroke="#12324a" '
            f'stroke-width="2.6" paint-order="stroke">{escape(served)}</text></g>'
        )
    return "".join(drawn)


def _robber(state: State, geometry: Geometry, words: Mapping[str, str]) -> str:
    """On the desert in the middle, elsewhere beside the number so that it can still be read."""
    tile = int(state[0].robber)
    x, y = _place(geometry.hex_points[tile])
    if int(state[0].terrain[tile]) != DESERT:
        x -= SIZE * 0.52
    return (
        f'<g class="robber" transform="translate({x:.1f} {y:.1f})"><title>{escape(words.get("robber", "robber"))}</title>'
        '<path d="M-10 17Q-10-1-4.6-5A8.4 8.4 0 1 1 4.6-5Q10-1 10 17Z" fill="#3a3a40" stroke="#f7f7f7" stroke-width="1.4"/></g>'
    )


def _heat(geometry: Geometry, heat: Mapping[int, float]) -> str:
    """Corners by value: the better, the larger and the redder."""
    if not heat:
        return ""
    low, high = min(heat.values()), max(heat.values())
    drawn = []
    for corner, value in heat.items():
        share = (value - low) / (high - low) if high > low else 1.0
        x, y = _place(geometry.corner_points[corner])
        drawn.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{5 + 8 * share:.1f}" fill="hsl({60 - 60 * share:.0f} 95% 50%)" fill-opacity="0.8" '
            f'stroke="#24272b"><title>{geometry.corner_names[corner]}: {value:.3g}</title></circle>'
        )
    return f'<g class="heat">{"".join(drawn)}</g>'


def _roads(state: State, geometry: Geometry, paints: Sequence[str], words: Mapping[str, str]) -> str:
    drawn = []
    for edge, (one, other) in enumerate(geometry.edge_corners):
        piece = int(state[0].road[edge])
        if not piece:
            continue
        a, b = _place(geometry.corner_points[one]), _place(geometry.corner_points[other])
        x1, y1, x2, y2 = (start + (end - start) * part for part in (0.17, 0.83) for start, end in zip(a, b, strict=True))
        colour = paints[piece - 1]
        line = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke-linecap="round"'
        title = f"{colour} {words.get('road', 'road')} {geometry.edge_names[edge]}"
        drawn.append(
            f'<g class="road"><title>{escape(title)}</title><line {line} stroke="#17181b" stroke-width="10"/>'
            f'<line {line} stroke="{_paint(colour)}" stroke-width="6.6"/>{_symbol(colour, ((x1 + x2) / 2, (y1 + y2) / 2), 0.62)}</g>'
        )
    return "".join(drawn)


def _buildings(state: State, geometry: Geometry, paints: Sequence[str], words: Mapping[str, str]) -> str:
    drawn = []
    for corner, point in enumerate(geometry.corner_points):
        piece = int(state[0].building[corner])
        if not piece:
            continue
        x, y = _place(point)
        city = piece >= CITY
        colour = paints[piece - (CITY if city else 1)]
        shape = "M-14 10V-4L-7-14 0-5H14V10Z" if city else "M-10 9V-3L0-12 10-3V9Z"
        kind = "city" if city else "settlement"
        # A colour nobody plays must not look like a player's (SETUP-2).
        neutral = ' fill-opacity="0.55" stroke-dasharray="3 2.4"' if not city and piece - 1 == NEUTRAL else ""
        title = f"{colour} {words.get(kind, kind)} {geometry.corner_names[corner]}"
        drawn.append(
            f'<g class="{kind}"><title>{escape(title)}</title><path transform="translate({x:.1f} {y:.1f})" d="{shape}" '
            f'fill="{_paint(colour)}" stroke="#17181b" stroke-width="2" stroke-linejoin="round"{neutral}/>'
            f"{_symbol(colour, (x - (6 if city else 0), y + 2), 1.05)}</g>"
        )
    return "".join(drawn)


def _paint(colour: str) -> str:
    return PAINT.get(colour, PAINT["neutral"])


def _symbol(colour: str, at: Point, scale: float) -> str:
    ink = "#17181b" if colour in DARK_INK else "#ffffff"
    drawing = SYMBOLS.get(colour, SYMBOLS["neutral"])
    return f'<g transform="translate({at[0]:.1f} {at[1]:.1f}) scale({scale})" fill="{ink}">{drawing}</g>'


def _labels(geometry: Geometry) -> str:
    """Names of the hexes; corners and sides are called after them."""
    drawn = []
    for name, point in zip(geometry.hex_names, geometry.hex_points, strict=True):
        x, y = _place(point)
        drawn.append(f'<text x="{x:.1f}" y="{y - SIZE * 0.52:.1f}">{name}</text>')
    return (
        '<g class="labels" font-size="12" font-weight="700" text-anchor="middle" fill="#17181b" stroke="#fdf8ea" '
        f'stroke-width="3" paint-order="stroke">{"".join(drawn)}</g>'
    )


def _spoken(state: State, geometry: Geometry, words: Mapping[str, str]) -> str:
    """The island in one sentence, for those who do not see it."""
    row: list[str] = []
    for tile, name in enumerate(geometry.hex_names):
        terrain, number = int(state[0].terrain[tile]), int(state[0].number[tile])
        row.append(f"{name} {words.get(TERRAIN_NAMES[terrain], TERRAIN_NAMES[terrain])}{f' {number}' if number else ''}")
    return "Island: " + ", ".join(row) + f"; {words.get('robber', 'robber')} on {geometry.hex_names[int(state[0].robber)]}."
