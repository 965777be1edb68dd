"""The page's types and client are made from what the server encodes and describes, and what it says has their fields."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from sevenhex import editions
from sevenhex.game.game import Game
from sevenhex.protocol import encoding
from sevenhex.server.base import forms
from sevenhex.server.table import catalogue

SCRIPTS = Path(__file__).parent.parent / "scripts"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPTS / "make_types.py"))


def test_the_pages_types_are_up_to_date(script: dict[str, Any]) -> None:
    assert script["FILE"].read_text() == script["made"](), "run python scripts/make_types.py"


@pytest.fixture(scope="module")
def client() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPTS / "make_client.py"))


def test_the_pages_client_is_up_to_date(client: dict[str, Any]) -> None:
    assert client["FILE"].read_text() == client["client"](), "run python scripts/make_client.py"


def test_a_schema_is_written_in_typescript(client: dict[str, Any]) -> None:
    shown, number = client["shown"], {"type": "integer"}
    assert shown({"anyOf": [number, {"type": "null"}]}) == "number | null"
    assert shown({"type": "array", "items": {"anyOf": [number, {"type": "null"}]}}) == "(number | null)[]"
    assert shown({"type": "array", "prefixItems": [number, {"$ref": "#/components/schemas/Table"}]}) == "[number, Table]"
    assert shown({"type": "object", "additionalProperties": number}) == "Record<string, number>"
    assert shown({"enum": list(encoding.COLOUR_NAMES)}) == "Colour"
    assert shown({"x-typescript": "View"}) == "View"


def test_a_call_takes_its_path_its_body_and_its_question(client: dict[str, Any]) -> None:
    operation = {
        "operationId": "change_it",
        "description": "Why.",
        "parameters": [
            {"in": "path", "name": "code", "schema": {"type": "string"}, "required": True},
            {"in": "query", "name": "page", "schema": {"type": "integer"}, "required": False},
        ],
        "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Lock"}}}},
        "responses": {"200": {"content": {"application/json": {"schema": {"type": "string"}}}}, "204": {}, "404": {}},
    }
    lines = client["function"]("/api/{code}", "post", operation).split("\n")
    assert lines[0] == "  /** Why. */"
    assert (
        lines[1] == "  changeIt: (code: string, body: Lock, asked: { page?: number } = {}): Call<Reply<200, string> | Reply<204, null>> =>"
    )
    assert lines[2] == '    ({ method: "POST", path: `/api/${part(code)}${query(asked)}`, body }),'


def test_a_type_is_written_in_typescript(script: dict[str, Any]) -> None:
    shown = script["shown"]
    assert shown(encoding.Bundle) == "Partial<Record<Resource, number>>"
    assert shown(list[int | None]) == "(number | null)[]"
    assert shown(tuple[int, list[str]]) == "[number, string[]]"
    assert shown(dict[str, forms.Clock]) == "Record<string, Clock>"
    with pytest.raises(TypeError, match="no form on the page"):
        shown(bytes)


def test_a_patch_leaves_out_what_has_not_changed(script: dict[str, Any]) -> None:
    from sevenhex.protocol.patch import Patch

    assert all(name.endswith("?") and "null" not in kind.partition("Reason")[0] for name, kind in script["fields"](Patch))


def test_words_are_among_those_that_the_page_knows() -> None:
    for name in editions.names():
        edition = editions.load(name)
        for players in edition.all_players:
            assert set(edition.colours(players)) <= set(encoding.COLOUR_NAMES)


def test_what_is_said_has_the_fields_of_its_form() -> None:
    view = Game.new(seed=1).view(0).to_json()
    assert set(view) == {*encoding.Island.__struct_fields__, *encoding.Public.__struct_fields__, "seat", "seats"}
    assert set(view["seats"][0]) == {*encoding.PublicSeat.__struct_fields__, *encoding.Private.__struct_fields__}
    for edition in catalogue.all_editions():
        assert set(edition) == set(forms.EditionInfo.__annotations__)
        assert all(set(option) == set(forms.OptionInfo.__annotations__) for offered in edition["options"].values() for option in offered)
