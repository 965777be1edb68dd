"""The rules catalogue that the clauses follow, where it lies beside the repository.

Its wording differs from ours on purpose, so each clause of clauses.toml keeps a digest of the row it was written from.
`python tests/catalogue.py` prints the rows that changed since; with `--accept` their digests are renewed: update the clause first.
"""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

from sevenhex.clauses import SOURCE, clauses

ROOT = Path(__file__).parent.parent
PLACES = (ROOT.parent / "shared" / "rules-catalogue.md", Path("/work/shared/rules-catalogue.md"))
ROW = re.compile(r"^\| *([A-Z]+-\d+) *\|(.*)\| *$")


def find() -> Path | None:
    return next((place for place in PLACES if place.is_file()), None)


def rows(text: str) -> dict[str, str]:
    """The catalogue's rows by clause, spaces evened out."""
    return {found[1]: " ".join(found[2].split()) for line in text.splitlines() if (found := ROW.match(line))}


def digest(row: str) -> str:
    return hashlib.sha256(row.encode()).hexdigest()[:12]


def complaints(text: str) -> list[str]:
    """What is missing on either side, and every row that changed since its clause was written."""
    catalogue, ours = rows(text), clauses()
    missing = [f"{known}: the catalogue has it, clauses.toml has not" for known in catalogue if known not in ours]
    missing += [f"{known}: clauses.toml has it, the catalogue has not" for known in ours if known not in catalogue]
    both = [known for known in catalogue if known in ours]
    return missing + [f"{known} changed: {catalogue[known]}" for known in both if ours[known].catalogue != digest(catalogue[known])]


def accept(text: str) -> None:
    """Write the digests of today's rows beside the clauses."""
    catalogue = rows(text)
    blocks = SOURCE.read_text(encoding="utf-8").split("[[clause]]\n")
    for at, block in enumerate(blocks[1:], 1):
        known = re.search(r'^id = "(.+)"$', block, re.MULTILINE)
        assert known, f"a clause without an id: {block[:80]!r}"
        kept = re.sub(r'^catalogue = ".*"\n', "", block, flags=re.MULTILINE)
        line = f'catalogue = "{digest(catalogue[known[1]])}"\n'
        blocks[at] = re.sub(r"^(editions = .*\n)", lambda found: found[0] + line, kept, flags=re.MULTILINE)  # noqa: B023
    SOURCE.write_text("[[clause]]\n".join(blocks), encoding="utf-8")


def main() -> None:
    place = find()
    if place is None:
        sys.exit(f"No catalogue found; expected it at {PLACES[0]}.")
    text = place.read_text(encoding="utf-8")
    found = complaints(text)
    print("\n".join(found) or "The clauses follow the catalogue.")
    if "--accept" in sys.argv:
        accept(text)


if __name__ == "__main__":
    main()
