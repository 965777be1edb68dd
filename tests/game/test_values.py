"""Games and views as values of Python: pickled, copied, saved, drawn, asked."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path

import pytest

from sevenhex import Game
from sevenhex.editions import load, names
from sevenhex.errors import NotationError, SevenhexError
from sevenhex.notation.reader import read
from sevenhex.rules import engine

TABLES = [(key, players) for key in names() for players in load(key).all_players]


def walk(edition, players, steps, **options):
    """A game at many of its moments."""
    game, rng = Game.new(edition, players, seed=f"{edition} {players}", **options), random.Random(players)
    for _ in range(steps):
        if game.is_over:
            return
        if game.awaits_chance:
            game.push(game.pick(rng.getrandbits(32)), -1)
        else:
            seat = rng.choice(game.to_act)
            game.push(rng.choice(game.legal(seat, menu=rng.random() < 0.3) or game.legal(seat)), seat)
        yield game


@pytest.mark.parametrize(("edition", "players"), TABLES, ids=str)
def test_a_game_is_copied_and_pickled_at_every_moment(edition, players):
    """Also after others have looked at it, with a past that is packed away, and after an undo; the copy is independent."""
    for n, game in enumerate(walk(edition, players, 90)):
        if n % 7:
            continue
        game.headers["Site"] = "here"
        game.comments.setdefault(0, ["a remark"])
        if n % 2:
            game.view(0), game.view(None), game.events_since(max(0, n - 3)), game.snapshot
        if n == 49:
            game = game.copy()  # noqa: PLW2901
            game.undo(3)
        for twin in (copy.deepcopy(game), pickle.loads(pickle.dumps(game)), copy.copy(game)):
            assert twin == game
            assert (twin.headers, twin.comments, twin.chance_count) == (game.headers, game.comments, game.chance_count)
            assert twin.view(1) == game.view(1)
            assert [event.to_json() for event in twin.events] == [event.to_json() for event in game.events]
            before = game.record()
            twin.undo(1)
            twin.headers["Site"], twin.comments[0] = "there", []
            assert game.record() == before
            assert twin != game


def test_views_travel_too():
    for game in list(walk("sixth", 4, 60))[-1:]:
        for seat in (None, 0, 3):
            view = game.view(seat)
            assert pickle.loads(pickle.dumps(view)) == view == copy.deepcopy(view)


def test_a_pickle_holds_no_more_than_the_game(monkeypatch):
    game = list(walk("sixth", 4, 200))[-1]
    plain = len(pickle.dumps(game))
    for seat in range(4):
        game.view(seat)
    game.events_since(0)
    assert len(pickle.dumps(game)) == plain


@pytest.mark.parametrize("name", ["game.txt", "game.json", "game"])
def test_a_game_is_saved_and_loaded(tmp_path, name):
    game = list(walk("fourth", 3, 150))[-1]
    game.headers["Site"] = "here"
    game.save(tmp_path / name)
    game.save(str(tmp_path / name))
    found = Game.load(tmp_path / name)
    assert found == game
    assert found.headers == game.headers
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_position_is_loaded_from_a_file(tmp_path):
    game = list(walk("sixth", 4, 80))[-1]
    (tmp_path / "here").write_text(game.position())
    assert Game.load(tmp_path / "here").position() == game.position()


def test_what_is_wrong_in_a_file_names_the_file(tmp_path):
    file = tmp_path / "broken.txt"
    file.write_text("[Start nothing]\n")
    with pytest.raises(NotationError, match=r"broken\.txt: line 1"):
        Game.load(file)
    with pytest.raises(SevenhexError, match=r"Cannot read .*missing\.txt"):
        Game.load(tmp_path / "missing.txt")
    with pytest.raises(SevenhexError, match="Cannot write"):
        Game.new(seed=1).save(tmp_path / "no" / "folder.txt")


def test_a_string_never_opens_a_file(tmp_path):
    """The server loads records that visitors send: only a Path names a file."""
    file = tmp_path / "game.txt"
    Game.new(seed=1).save(file)
    with pytest.raises(NotationError):
        Game.load(str(file))
    assert Game.load(Path(file)) == Game.new(seed=1)


def test_games_views_and_positions_draw_themselves():
    game = list(walk("zip", 2, 60))[-1]
    drawn = [game._repr_svg_(), game.view(0)._repr_svg_(), game.view(None)._repr_svg_(), read(game.position())._repr_svg_()]
    assert len(set(drawn)) == 1  # an island has no secrets
    assert drawn[0].startswith("<svg")


def test_the_log_can_be_read():
    game = Game.new("sixth", 4, seed=7, starter="red")
    first = game.legal_texts("red")[0]
    game.play(first)
    assert game.actions == [("red", first)]
    game = list(walk("extension", 5, 200))[-1]
    assert len(game.actions) == len(game.log)
    twin = game.until(0)
    for who, text in game.actions:
        twin.play(text, -1 if who == "chance" else who)
    assert twin == game


@pytest.mark.parametrize(("edition", "players"), TABLES, ids=str)
def test_a_view_answers_for_its_seat(edition, players):
    """Whatever a seat may do follows from what it sees."""
    for n, game in enumerate(walk(edition, players, 150)):
        if n % 5:
            continue
        for seat in range(players):
            view = game.view(seat)
            assert view.legal() == game.legal(seat)
            assert view.legal(menu=True) == game.legal(seat, menu=True)
            assert sum(view.hand.values()) == view.hand_sizes[seat]
            assert sum(view.cards.values()) == view.card_counts[seat]
            assert view.points == engine.total_points(game.state, seat)
            for text in view.legal_texts()[:3]:
                assert view.can(text)
                assert view.can(text.split(maxsplit=1)[0])
                assert view.can(game.read(text, seat))
            assert view.can("end") == game.is_legal("end", seat)
            assert not view.can("fly away")
        watcher = game.view(None)
        assert (watcher.hand, watcher.cards, watcher.points, watcher.legal(), watcher.can("end")) == ({}, {}, None, [], False)
