"""What all seats may do, asked at once: the same as each seat asked for itself, and so are the buttons made of it."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from sevenhex.protocol.reasons import WHOLE, Buttons, why_no
from sevenhex.rules import engine
from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.ids import RESOURCES
from sevenhex.rules.survey import RATE_BITS, entitlements, survey
from walks import KINDS, begin, walk


@pytest.mark.parametrize("seed", range(len(KINDS)))
def test_seats_asked_at_once_are_answered_as_one_by_one(seed):
    game = walk(begin(seed), random.Random(seed), 700, talk=0.2)
    for length in range(0, len(game.log) + 1, 7):
        moment = game.until(length)
        found, buttons = survey(moment.state, game.players), Buttons(moment)
        assert found.awaited == [seat for seat in moment.to_act if seat >= 0]
        for seat in range(game.players):
            assert found.actions[seat] == moment.legal(seat)
            assert found.kinds[seat] == sum({1 << (action & KIND_MASK) for action in moment.legal(seat, menu=True)})
            assert found.points[seat] == engine.total_points(moment.state, seat)
            rates = [(kind, rate) for kind in range(RESOURCES) for rate in range(RATE_BITS)]
            allowed = [1 << (kind * RATE_BITS + rate) for kind, rate in rates if engine.is_entitled(moment.state, seat, kind, rate)]
            assert int(entitlements(moment.state, seat)) == sum(allowed)
            alone = {what: why_no(moment, what, seat) for what in WHOLE}
            assert buttons.of(seat) == {what: structs.replace(every[0], sentence="") if every else None for what, every in alone.items()}
