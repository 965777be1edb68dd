"""Make the page's types (web/src/lib/types.ts) from the structures that the server encodes, and its English refusals
(web/src/words/refusals.ts) and reasons (reasons.ts) from the server's. `--check` says whether they are up to date.

python scripts/make_types.py
"""

from __future__ import annotations

import sys
import textwrap
import types
import typing
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin

import msgspec
from typing_extensions import is_typeddict

from sevenhex.protocol import encoding, patch, reasons, schema, wording
from sevenhex.rules import ids
from sevenhex.server.base import forms
from sevenhex.server.base.sentences import SENTENCES
from sevenhex.server.socket import messages
from sevenhex.server.table.encoding import PatchUpdate

SOURCES = Path(__file__).parent.parent / "web" / "src"
FILE, REFUSALS, REASONS = SOURCES / "lib" / "types.ts", SOURCES / "words" / "refusals.ts", SOURCES / "words" / "reasons.ts"
COLUMNS = 120  # of a word file
HEAD = """/**
 * The forms of everything that travels between page and server.
 * Made by `python scripts/make_types.py` from protocol/encoding.py, protocol/patch.py and server/base/forms.py: change those.
 */
"""
LISTS = {"RESOURCES": ("Resource", ids.RESOURCE_NAMES), "CARDS": ("Card", ids.CARD_NAMES)}
WORDS = {
    "Colour": encoding.COLOUR_NAMES,
    "Terrain": ids.TERRAIN_NAMES,
    "HarborName": ids.HARBOR_NAMES,
    "Phase": ids.PHASE_NAMES,
    "Part": ids.PART_NAMES,
    "Answer": tuple(encoding.ANSWER_NAMES.values()),
}
STRUCTURES: tuple[type, ...] = (
    *(encoding.Hex, encoding.Harbor, encoding.Building, encoding.Road, encoding.Resources, encoding.Cards, encoding.Offer),
    *(encoding.Proposal, encoding.PublicSeat, encoding.Private, encoding.Island, encoding.Public, reasons.Reason),
)
COMPOSED = """
/** What one viewer knows of a seat. */
export interface Seat extends PublicSeat, Private {}

/** What one viewer sees. */
export interface View extends Island, Public {
  seat: number | null;
  seats: Seat[];
}

/** By button: null, or why it is of no use now. */
export type Can = Record<string, Reason | null>;
"""
SILENT_COMMANDS = (messages.Hello, messages.Ping)  # the socket sends them automatically
SIMPLE = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown", msgspec.Raw: "unknown"}
NAMED = {names: name for name, names in [*WORDS.items(), *LISTS.values()]}


def shown(kind: Any) -> str:
    """A Python type in TypeScript."""
    if kind in SIMPLE:
        return SIMPLE[kind]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        for each in arguments[1:]:
            if isinstance(each, schema.ShownAs):
                return each.typescript
            if isinstance(each, schema.OneOf):
                return NAMED.get(each.names, quoted(each.names))
        return shown(arguments[0])
    if origin is NotRequired:
        return shown(arguments[0])
    if origin is Literal:
        return quoted(arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(shown(each) for each in arguments))
    if origin is list or (origin is tuple and arguments[-1] is ...):
        inner = shown(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(shown, arguments))}]"
    if origin is dict:
        key, value = map(shown, arguments)
        return f"Record<string, {value}>" if key == "string" else f"Partial<Record<{key}, {value}>>"
    if isinstance(kind, type) and (is_typeddict(kind) or issubclass(kind, msgspec.Struct)):
        return kind.__name__
    raise TypeError(f"{kind!r} has no form on the page")


def quoted(names: Any) -> str:
    return " | ".join(f'"{name}"' for name in names)


def hints(structure: type) -> dict[str, Any]:
    return typing.get_type_hints(structure, localns={**vars(encoding), "Reason": reasons.Reason, **vars(forms)}, include_extras=True)


def comment(structure: type) -> str:
    text = structure.__dict__.get("__doc__") or ""
    return f"/** {text} */\n" if text and "\n" not in text and not text.startswith(("dict(", f"{structure.__name__}(")) else ""


def interface(structure: type) -> str:
    lines = [f"  {name}: {kind};" for name, kind in fields(structure)]
    return f"\n{comment(structure)}export interface {structure.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def fields(structure: type) -> list[tuple[str, str]]:
    """Names as they travel (with `?` where they may be left out) and types."""
    known = hints(structure)
    if is_typeddict(structure):
        optional = {name for name, kind in known.items() if get_origin(kind) is NotRequired or not structure.__total__}  # type: ignore[attr-defined]
        return [(f"{name}{'?' * (name in optional)}", shown(kind)) for name, kind in known.items()]
    config = structure.__struct_config__  # type: ignore[attr-defined]
    names = dict(zip(structure.__struct_fields__, structure.__struct_encode_fields__, strict=True))  # type: ignore[attr-defined]
    with_default = set(structure.__struct_fields__[len(names) - len(structure.__struct_defaults__) :])  # type: ignore[attr-defined]
    found = [(config.tag_field, quoted([config.tag]))] if config.tag_field else []
    for name, travels in names.items():
        kind = shown(known[name])
        if name in with_default and config.omit_defaults:
            found.append((f"{travels}?", kind.removesuffix(" | null")))
        else:
            found.append((travels, kind))
    return found


def commands() -> str:
    """What the page says; the socket adds the id."""
    forms_of = []
    for message in get_args(messages.Message):
        if message in SILENT_COMMANDS:
            continue
        defaults = set(message.__struct_fields__[len(message.__struct_fields__) - len(message.__struct_defaults__) :])
        parts = [f'type: "{message.__struct_config__.tag}"']
        parts += [f"{name}{'?' * (name in defaults)}: {shown(kind)}" for name, kind in hints(message).items() if name != "id"]
        forms_of.append(f"  | {{ {'; '.join(parts)} }}")
    return "\nexport type Command =\n" + "\n".join(forms_of) + ";\n"


def made() -> str:
    parts = [HEAD]
    for name, (kind, names) in LISTS.items():
        parts.append(f"\nexport const {name} = [{', '.join(f'{chr(34)}{each}{chr(34)}' for each in names)}] as const;\n")
        parts.append(f"export type {kind} = (typeof {name})[number];\n")
    parts.append("export type Bundle = Partial<Record<Resource, number>>;\n")
    parts += [f"export type {name} = {quoted(names)};\n" for name, names in WORDS.items()]
    parts += [interface(structure) for structure in STRUCTURES]
    parts.append(COMPOSED)
    parts += [interface(structure) for structure in (patch.Patch, PatchUpdate, *forms.FORMS)]
    parts.append("\nexport type Message =\n" + "\n".join(f"  | {message.__name__}" for message in forms.MESSAGES) + ";\n")
    parts.append(commands())
    return "".join(parts)


def sentence(key: str, text: str) -> str:
    """A sentence of a word file under its key; where a line is too short for it, in several strings."""
    line = f"  {key}: {literal(text)},"
    if len(line) <= COLUMNS:
        return f"{line}\n"
    parts = textwrap.wrap(text, COLUMNS - len('    "" +'), drop_whitespace=False, break_on_hyphens=False, break_long_words=False)
    return f"  {key}:\n    {f' +{chr(10)}    '.join(literal(part) for part in parts)},\n"


def literal(text: str) -> str:
    return msgspec.json.encode(text).decode()


def refusals() -> str:
    head = "/** Why the server refuses, in English. Made by scripts/make_types.py from server/base/sentences.py: change that. */\n"
    lines = [sentence(key, text.replace("{{", "{").replace("}}", "}")) for key, text in SENTENCES.items()]
    return f"{head}export const refusals = {{\n{''.join(lines)}}};\n\nexport type RefusalKey = keyof typeof refusals;\n"


def reason_sentences() -> str:
    head = "/** Why an action is not allowed, in English. Made by scripts/make_types.py from protocol/wording.py: change that. */\n"
    lines = [sentence(key, text) for key, text in wording.REASONS.items()]
    return f"{head}export const reasons = {{\n{''.join(lines)}}};\n"


def write(files: dict[Path, str]) -> None:
    """Write each file, or with `--check` end where one is out of date."""
    for file, text in files.items():
        if "--check" not in sys.argv:
            file.write_text(text)
        elif file.read_text() != text:
            sys.exit(f"{file} is out of date: run python scripts/{Path(sys.argv[0]).name}")


if __name__ == "__main__":
    write({FILE: made(), REFUSALS: refusals(), REASONS: reason_sentences()})
