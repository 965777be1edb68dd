"""Host and guest in every order, by a model without a server; and orders of the model at the real server, which must answer as it does."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import dice_model
import pytest
from dice_model import GUEST, PLAYING, Action, Protections, State, after, search
from test_dice_machine import HOST, WANTED, HostAndGuest

from sevenhex.game.fairdice import seal_of
from sevenhex.server.table import leaving, lobby, room, sealing, warmup

POINTS = (10, 11)  # two rules that a host might choose between


def test_in_no_order_somebody_who_knows_a_word_changes_the_dice() -> None:
    found = search(most_words=2, most_seeds=1)
    assert found.wrong == "", found.way
    assert found.states > 10_000
    assert found.games > 1000
    assert found.deepest > 12  # nothing is left beyond it: the search ends


@pytest.mark.nightly
def test_in_no_order_of_more_words_and_starts() -> None:
    found = search(most_words=3, most_seeds=3)
    assert found.wrong == "", found.way
    print(f"{found.states:,} states, {found.games:,} of them games, up to {found.deepest} steps")


@pytest.mark.parametrize("missing", ["fixed", "stored", "void", "once"])
def test_every_protection_is_needed(missing: str) -> None:
    found = search(Protections(**{missing: False}), most_words=2, most_seeds=1)
    assert found.wrong
    assert ("start",) in found.way


# --- at the real server


def walks(count: int, length: int, seed: int) -> Iterator[list[tuple[Action, State | None]]]:
    """Orders of the model, what is refused among it."""
    luck = random.Random(seed)
    for _ in range(count):
        state, way = State(), []
        while len(way) < length and state.status != PLAYING:
            possible = [each for each in dice_model.actions(state, 3) if each[0] not in ("begin", "move")]
            allowed = [each for each in possible if after(state, each, Protections()) is not None]
            action = luck.choice(possible if luck.random() < 0.3 else allowed)
            following = after(state, action, Protections())
            state = following or state
            if state.complete and (begun := after(state, ("begin",), Protections())) is not None:
                state = begun  # the real server waits for nothing more
            way.append((action, None if following is None else state))
        yield way


class Real(HostAndGuest):
    """The machine's table, played by the model's names."""

    def take(self, action: Action) -> bool:
        """Was it done?"""
        name, table = action[0], self.table
        player = str(action[1]) if len(action) > 1 else HOST
        if name == "seal":
            return self.attempt(sealing.seal(table, self.seat(player), seal_of(f"{player} {action[2]}")))
        if name == "reveal":
            text = next(
                (word for word in self.candidates(player) if seal_of(word) == table.record.seals.get(self.seat(player) or 0)), "none"
            )
            done = self.attempt(sealing.reveal(table, self.seat(player), text))
            self.settle()
            return done
        if name == "start":
            if self.starting is not None:
                return self.attempt(self.tables.start_game(table, HOST))
            self.start()
            return self.starting is not None or table.record.status == PLAYING
        if name in ("time", "cut") and self.starting is None:
            return False
        if name == "rules":
            points = POINTS[self.table.record.options.get("victory_points") != POINTS[1]]
            return self.attempt(room.rearrange(table, HOST, {**WANTED, "options": {"victory_points": points}}))
        plain: dict[str, Callable[[], object]] = {
            "time": self.time_is_up,
            "cut": self.cut_short,
            "crash": lambda: self.restart(True),
            "leave": lambda: self.attempt(leaving.leave(table, GUEST)),
            "join": lambda: self.attempt(lobby.join(table, GUEST, "Guest", None)),
        }
        return plain[str(name)]() is not False

    @staticmethod
    def candidates(player: str) -> list[str]:
        return [f"{player} {number}" for number in range(3)]


def replay(count: int, length: int, seed: int) -> None:
    warmup.rules()
    machine = Real()
    machine.open()
    try:
        for way in walks(count, length, seed):
            machine.cut_short()
            machine.next_table()
            past: list[Action] = []
            seed_before = machine.table.record.seed
            for action, expected in way:
                past.append(action)
                done = machine.take(action)
                assert done == (expected is not None), past
                if expected is None:
                    continue
                record = machine.table.record
                assert record.status == ("playing" if expected.status == PLAYING else "waiting"), past
                assert (machine.table.sealing.reveal is not None) == (expected.status == dice_model.REVEALING), past
                sealed = {seal_of(f"{player} {number}") for player, number in expected.seals}
                assert set(record.seals.values()) == sealed, past
                assert (record.seed != seed_before) == (expected.seed > 0), past
                if expected.game is not None:
                    assert set(record.words.values()) == {f"{player} {number}" for player, number in expected.game[1]}, past
    finally:
        machine.teardown()


def test_the_real_server_answers_as_the_model() -> None:
    replay(count=12, length=14, seed=1)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_the_real_server_answers_as_the_model_for_long() -> None:
    replay(count=600, length=30, seed=2)
