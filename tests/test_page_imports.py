"""The imports of the page (web/src) point one way: between its folders, and between its modules."""

from __future__ import annotations

import os
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "web" / "src"
MODULES = sorted(path for path in SOURCES.rglob("*") if path.suffix in (".ts", ".svelte"))

# a module may import from its own folder and from those that stand before it (web/README.md)
SCREENS = ("rules", "lobby", "replay", "study", "people", "clubs", "desk", "lessons")
LAYERS = ("words", "lib", "app", "game", "parts", "learn", "room", "table", *SCREENS, "")  # "": App, main
LAYER = {name: depth for depth, name in enumerate(LAYERS)}
ENDINGS = ("", ".ts", ".svelte.ts", "/index.ts")
# `import x from "./y"`, `export … from "./y"`, `import("./y")`, `import "./y.css"`; the first group says whether it is for types only
IMPORT = re.compile(r'\b(?:(?:import|export)\s+(type\s)?[^"();]*?\bfrom\s*|import\s*\(\s*|import\s+)"(\.[^"]+)"')


def name(module: Path) -> str:
    return module.relative_to(SOURCES).as_posix()


def folder(module: Path) -> str:
    return module.relative_to(SOURCES).parts[0] if module.parent != SOURCES else ""


def found(module: Path, target: str) -> Path:
    base = os.path.normpath(module.parent / target)
    return next(path for ending in ENDINGS if (path := Path(base + ending)).is_file())


def imports(module: Path, types: bool) -> set[Path]:
    """The page's own modules that a module imports; with `types`, also those it needs for types only."""
    wanted = [target for only_types, target in IMPORT.findall(module.read_text(encoding="utf-8")) if types or not only_types]
    return {found(module, target) for target in wanted}


def cycle(graph: dict[Path, set[Path]]) -> list[Path]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_every_kind_of_import_is_read() -> None:
    source = 'import A from "./a"; import type { B } from "./b"; import { c,\n type D } from "./c"; export { e } from "./e";\n'
    source += 'import "./f.css"; {#await import("./g.svelte") then g}'
    read = [(bool(only_types), target) for only_types, target in IMPORT.findall(source)]
    assert read == [(False, "./a"), (True, "./b"), (False, "./c"), (False, "./e"), (False, "./f.css"), (False, "./g.svelte")]


def test_every_folder_has_its_place() -> None:
    assert {folder(module) for module in MODULES} == set(LAYERS)


def test_a_module_imports_only_from_folders_before_its_own() -> None:
    for module in MODULES:
        later = [name(other) for other in imports(module, types=True) if LAYER[folder(other)] > LAYER[folder(module)]]
        assert not later, f"{name(module)} imports {', '.join(later)}, which stand above it"


def test_the_pages_of_the_page_do_not_know_each_other() -> None:
    for module in MODULES:
        if folder(module) in SCREENS:
            others = {folder(other) for other in imports(module, types=True)} & set(SCREENS) - {folder(module)}
            assert not others, f"{name(module)} imports from {others}"


def test_no_module_imports_itself_by_a_detour() -> None:
    graph = {module: imports(module, types=False) - {module} for module in MODULES}  # a component may contain itself
    assert len(graph) > 80
    assert not (round_trip := cycle(graph)), " -> ".join(name(module) for module in round_trip)
