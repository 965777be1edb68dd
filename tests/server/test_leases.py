"""Who owns a table, asked at an awkward moment; the rest is in tests/trust/test_postgres.py."""

from __future__ import annotations

import asyncio

import pytest

from sevenhex.server.cluster.leases import TRIES, Elsewhere, Leases
from sevenhex.server.store.errors import StoreError


class Moments:
    """A store and its connection, with what it answers at each moment: the fence that was taken, and the owner when none was."""

    def __init__(self, *moments):
        self.moments = list(moments)
        self.writer = self

    async def write(self, work):
        await work(self)

    async def execute(self, _):
        self.now = self.moments.pop(0)
        return self

    def scalar_one_or_none(self):
        return self.now[0]

    async def scalar(self, _):
        return self.now[1]


def take(*moments):
    return asyncio.run(Leases(Moments(*moments), "http://here:1").take("abc"))


def test_a_table_let_go_between_two_questions_is_taken():
    assert take((None, None), (7, None)) == 7


def test_an_owner_is_named_without_its_process():
    with pytest.raises(Elsewhere) as elsewhere:
        take((None, "http://there:2#abcdef"))
    assert elsewhere.value.address == "http://there:2"


def test_a_table_that_never_stands_still_is_unavailable():
    with pytest.raises(StoreError, match="moving"):
        take(*[(None, None)] * TRIES)
