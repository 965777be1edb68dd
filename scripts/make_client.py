"""Make the page's REST client (web/src/lib/rest.ts) from the server's own description (OpenAPI): a type for everything that a call takes
and answers, and a function for every call. `--check` says whether it is up to date.

python scripts/make_client.py
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from make_types import NAMED, made, quoted, write

from sevenhex.server.app import create_app

FILE = Path(__file__).parent.parent / "web" / "src" / "lib" / "rest.ts"
WIDTH = 120
HEAD = """/**
 * The REST calls of the server, and the forms that only they use.
 * Made by `python scripts/make_client.py` from the server's OpenAPI description:
 * change server/web/routes, server/web/requests.py and server/web/responses.py.
 */
"""
CALL = """
export interface Reply<Status extends number, Data> {
  status: Status;
  data: Data;
}

/** A call that is ready to be sent (`http.ts`), with the type of what comes back. */
export interface Call<Back extends Reply<number, unknown>> {
  method: string;
  path: string;
  body?: unknown;
  back?: Back; // never there: it carries the type
}

const part = (value: string | number) => encodeURIComponent(value);

function query(values: Record<string, string | number | boolean | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return given.length ? "?" + given.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join("&") : "";
}
"""
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
OURS = "/api/"  # what is outside is for operators
UNUSED = {"HTTPValidationError", "ValidationError", "Problem", "Health"}  # refusals are read by `http.ts` as they come over the socket
Schema = dict[str, Any]


def shown(schema: Schema) -> str:
    """A JSON Schema in TypeScript."""
    if "x-typescript" in schema:
        return str(schema["x-typescript"])
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return NAMED.get(tuple(schema["enum"]), quoted(schema["enum"]))
    if "const" in schema:
        return quoted([schema["const"]])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(shown(each) for each in schema["anyOf"]))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(map(shown, schema['prefixItems']))}]"
        inner = shown(schema["items"])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        further = schema.get("additionalProperties", True)
        value = shown(further) if isinstance(further, dict) else "unknown"
        keys = schema.get("propertyNames", {})
        return f"Partial<Record<{shown(keys)}, {value}>>" if "enum" in keys else f"Record<string, {value}>"
    if kind is None:
        return "unknown"
    return SIMPLE[kind]


def interface(name: str, schema: Schema) -> str:
    needed = schema.get("required", [])
    lines = [f"  {field}{'' if field in needed else '?'}: {shown(kind)};" for field, kind in schema.get("properties", {}).items()]
    text = schema.get("description", "")
    comment = f"/** {text} */\n" if text and "\n" not in text else ""
    return f"\n{comment}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def answers(operation: Schema) -> str:
    """What may come back, by status; refusals are thrown."""
    found = []
    for status, response in operation["responses"].items():
        if not status.startswith("2"):
            continue
        content = response.get("content", {})
        data = "string" if "text/plain" in content else shown(content["application/json"]["schema"]) if content else "null"
        found.append(f"Reply<{status}, {data}>")
    return " | ".join(found)


def function(path: str, method: str, operation: Schema) -> str:
    """One call: places of the path, then the body, then what may stand behind the question mark."""
    name = re.sub(r"_(\w)", lambda letter: letter[1].upper(), operation["operationId"])
    parameters = operation.get("parameters", [])
    taken = [f"{each['name']}: {shown(each['schema'])}" for each in parameters if each["in"] == "path"]
    sent = [f'method: "{method.upper()}"']
    address = re.sub(r"{(\w+)}", r"${part(\1)}", path)
    asked = [each for each in parameters if each["in"] == "query"]
    if body := operation.get("requestBody", {}).get("content"):
        taken.append("text: string" if "text/plain" in body else f"body: {shown(body['application/json']['schema'])}")
    if asked:
        needs = any(each["required"] for each in asked)
        fields = "; ".join(f"{each['name']}{'' if each['required'] else '?'}: {shown(each['schema'])}" for each in asked)
        taken.append(f"asked: {{ {fields} }}{'' if needs else ' = {}'}")
        address += "${query(asked)}"
    sent.append(f"path: `{address}`" if "$" in address else f'path: "{address}"')
    if body:
        sent.append("body: text" if "text/plain" in body else "body")
    comment = "\n".join(f"  /** {line} */" for line in [operation["description"].replace("\n", " ")])
    return f"{comment}\n" + wrapped(name, taken, answers(operation), sent)


def wrapped(name: str, taken: list[str], answer: str, sent: list[str]) -> str:
    head, tail = f"  {name}: ({', '.join(taken)}): Call<{answer}> =>", f"({{ {', '.join(sent)} }}),\n"
    if len(head) > WIDTH:
        head = f"  {name}: (\n    {(', ' + chr(10) + '    ').join(taken)},\n  ): Call<{answer}> =>"
    return f"{head} {tail}" if len(head) + len(tail) <= WIDTH else f"{head}\n    {tail}"


def client() -> str:
    description = create_app().openapi()
    schemas = {name: schema for name, schema in description["components"]["schemas"].items() if name not in UNUSED}
    known = set(re.findall(r"export (?:interface|type) (\w+)", made()))
    own = "".join(interface(name, schema) for name, schema in schemas.items() if name not in known)
    calls = "\n".join(
        function(path, method, operation)
        for path, operations in description["paths"].items()
        if path.startswith(OURS)
        for method, operation in operations.items()
    )
    rest = f"{own}{CALL}\nexport const rest = {{\n{calls}}};\n"
    used = sorted(name for name in known if re.search(rf"\b{name}\b", re.sub(r"/\*\*.*?\*/|\"[^\"]*\"", "", rest)))
    names, lines = [], []
    for name in used:
        names.append(name)
        if len(", ".join(names)) > WIDTH - 20:
            lines.append(f"  {', '.join(names)},\n")
            names = []
    lines += [f"  {', '.join(names)},\n"] if names else []
    return f'{HEAD}\nimport type {{\n{"".join(lines)}}} from "./types";\n{rest}'


if __name__ == "__main__":
    write({FILE: client()})
