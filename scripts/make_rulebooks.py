"""The rulebooks as pages of the docs' site: `python scripts/make_rulebooks.py` writes docs/rulebooks/ anew (`make docs` does it first).

They are made from the same data as the page's, so they are not kept in the repository.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from sevenhex.editions import load, names
from sevenhex.rulebook import LANGUAGES, book, printed
from sevenhex.rulebook.texts import language

FOLDER = Path(__file__).parents[1] / "docs" / "rulebooks"


def links(edition: str, code: str) -> str:
    """The same rulebook in the other languages."""
    return " | ".join(language(each).name if each == code else f"[{language(each).name}]({edition}.{each}.md)" for each in LANGUAGES)


def contents() -> str:
    rows = [f"| {load(edition).name} | " + " | ".join(f"[{code}]({edition}.{code}.md)" for code in LANGUAGES) + " |" for edition in names()]
    head = ["# Rulebooks", "", "In our own words, with an example for every rule; in the page each of them can be played.", ""]
    return "\n".join([*head, f"| edition | {' | '.join(language(code).name for code in LANGUAGES)} |", "| --- " * 5 + "|", *rows]) + "\n"


def main() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    (FOLDER / "index.md").write_text(contents(), encoding="utf-8")
    for edition in names():
        pictures = FOLDER / edition
        pictures.mkdir()
        for name, drawing in printed.pictures(book(edition)).items():  # every language has the same
            (pictures / name).write_text(drawing, encoding="utf-8")
        for code in LANGUAGES:
            title, rest = printed.markdown(book(edition, code), edition).split("\n", 1)
            (FOLDER / f"{edition}.{code}.md").write_text(f"{title}\n\n{links(edition, code)}\n{rest}", encoding="utf-8")
    print(f"{FOLDER}: {len(names()) * len(LANGUAGES)} rulebooks")


if __name__ == "__main__":
    main()
