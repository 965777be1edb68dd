"""Lessons hold what `master` saw, tried and played, nothing hidden; files are whole or refused in words; a network learns from them."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import fields, replace
from random import Random

import numpy as np
import pytest
from typer.testing import CliRunner

from amounts import amount
from sevenhex import bots
from sevenhex.bots.lookahead import Lookahead
from sevenhex.bots.master import UNKNOWN
from sevenhex.cli import app
from sevenhex.errors import OptionError
from sevenhex.game.game import Game
from sevenhex.knowledge.sample import sample
from sevenhex.learn import lessons, teacher
from sevenhex.learn.lessons import Lesson, LessonError, Shard
from sevenhex.learn.teacher import Maker, Teacher
from sevenhex.nets import features, symmetry
from sevenhex.nets.layout import ABSENT, inputs, layout
from sevenhex.nets.network import Header, Network, NetworkError, shapes
from sevenhex.nets.shipped import shipped
from sevenhex.observation import menu
from sevenhex.rules.ids import Island

SMALL = lessons.shipped_weights(Island.SMALL)
CHOICES = len(layout(Island.SMALL, 4).choice)


@pytest.fixture(scope="module")
def source():
    """A table of three: the network's layout is not the table's own."""
    return teacher.source_of(SMALL, "sixth", 3, 4, "normal")


@pytest.fixture(scope="module", autouse=True)
def lighter():
    """A search that is quick: lessons are the same kind of thing after it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(teacher.EFFORTS, "normal", teacher.EFFORTS["normal"]._replace(tries=8, samples=4, worlds=2, rotations=2))
        yield


@pytest.fixture(scope="module")
def shard(source):
    return Shard(source, (0, 1), lessons.joined([teacher.play(source, SMALL, game) for game in (0, 1)]))


@pytest.fixture(scope="module")
def file(shard, tmp_path_factory):
    path = tmp_path_factory.mktemp("lessons") / "lessons-00000.npz"
    shard.save(path)
    return path


def same(one, other):
    return all(np.array_equal(getattr(one, each.name), getattr(other, each.name)) for each in fields(one))


# --- what a lesson is


def decisions(players, count, seed=5):
    """Views of teachers' own decisions, with what they may do, the teacher's choice and its lesson."""
    game, rng = Game.new("sixth", players, seed=seed), Random(seed)
    teachers = [Teacher(shipped(0), "normal", seat) for seat in range(players)]
    while count:
        if game.awaits_chance:
            game.resolve(rng)
            continue
        seat = game.to_act[0]
        view, legal = game.view(seat), game.legal(seat)
        before = len(teachers[seat].lessons)
        action = teachers[seat].choose(view, legal, bots.Limit())
        if len(teachers[seat].lessons) > before:
            count -= 1
            yield game, view, legal, action, teachers[seat].lessons[-1]
        game.push(action, seat)


@pytest.mark.parametrize("players", [2, 4])
def test_a_lesson_holds_what_master_plays(players):
    tried = set()
    for game, view, legal, action, lesson in decisions(players, amount(24, 120)):
        master = bots.make("master", seed=view.seat)
        master.trades = False
        assert action == master.choose(view, legal, bots.Limit())
        index = int(menu.index_in(game.state, view.seat, action))
        plan = layout(Island.SMALL, players)
        source = teacher.source_of(SMALL, "sixth", players, 0, "normal")
        row = lessons.of_game(source, 0, [lesson], view.seat)
        assert plan.choice[row.best()[0]] == index
        assert row.winner[0] == 0
        on_menu = {int(menu.index_in(game.state, view.seat, each)) for each in legal}
        allowed = set(plan.choice[row.mask(CHOICES)[0]].tolist())
        assert allowed <= on_menu  # the supply is never paid more than it asks for
        assert len(allowed) > 1
        assert (lesson.worth == UNKNOWN) == (len(lesson.tried) == 1)
        assert 0 < lesson.share <= 1
        tried.add(len(lesson.tried))
    assert {1, 2, 3} <= tried


def test_hidden_cards_do_not_enter():
    """The true position and imagined ones that agree with the view look alike, whatever the others hold."""
    different = 0
    for game, view, _, _, lesson in decisions(4, amount(30, 90)):
        worlds = [game.state, *(sample(view, Random(number)) for number in range(4))]
        ahead = Lookahead(shipped(0), view.state)
        ahead.put(view, worlds)
        ahead.pool.look(0, len(worlds), ahead.pool.actors)
        assert (ahead.pool.seen[: len(worlds)] == lesson.seen).all()
        different += len({world.tobytes() for world in worlds}) > 1
    assert different > 3


def test_the_winner_is_counted_from_the_deciding_seat(source):
    def lesson(seat):
        return Lesson(seat, np.zeros(len(inputs(0).row), np.uint8), [0, 1], [1], [0.0], UNKNOWN, 1.0)

    found = lessons.of_game(source, 7, [lesson(seat) for seat in (0, 1, 2)], 1)
    assert found.winner.tolist() == [1, 0, 2]
    assert set(found.game.tolist()) == {7}
    assert len(lessons.of_game(source, 7, [lesson(0)], None)) == 0


def test_a_target_moves_the_policy_by_what_the_search_found(shard):
    """Choices that score alike keep their proportions: of those the search knows no better."""
    found = shard.lessons
    liking = np.log(np.random.default_rng(3).dirichlet(np.ones(found.tried.shape[1]), size=len(found))).astype(np.float32)
    for temperature in (0.003, 0.01, 0.1):
        target = found.targets(temperature, liking)
        assert np.allclose(target.sum(axis=1), found.share, atol=1e-6)
        assert (target[found.tried == ABSENT] == 0).all()
        both = (target[:, :2] > 1e-6).all(axis=1)
        ratio = np.log(target[both, 0] / target[both, 1])
        moved = (found.scores[both, 0] - found.scores[both, 1]) / temperature
        assert np.allclose(ratio, liking[both, 0] - liking[both, 1] + moved, atol=0.02)
    likeliest = np.take_along_axis(found.tried, found.targets(1e-6, liking).argmax(axis=1)[:, None], axis=1)[:, 0]
    assert np.array_equal(likeliest, found.best())


def test_a_rotated_lesson_is_the_same_lesson(shard):
    """The mean over all rotations does not care with which of them it begins: chances stay, scores move with the choices."""
    found, judge = shard.lessons, shipped(0)
    ways = symmetry.rotations(Island.SMALL)
    drawn = np.random.default_rng(1).integers(len(ways), size=len(found))
    rotated = found.rotated(Island.SMALL, drawn)
    assert not np.array_equal(rotated.seen, found.seen)
    assert lessons.defect_of(shard.source, shard.games, vars(rotated)) == ""
    (chances, scores), (chances_there, scores_there) = (judge.evaluate(rows.seen, 4, rotations=len(ways)) for rows in (found, rotated))
    assert np.allclose(chances, chances_there, atol=1e-3)
    for row, way in enumerate(drawn):
        tried = found.tried[row][found.tried[row] != ABSENT]
        there = rotated.tried[row][: len(tried)]
        assert np.allclose(scores[row, tried], scores_there[row, there], atol=0.01)
        assert np.array_equal(rotated.mask(CHOICES)[row, ways[way].choices], found.mask(CHOICES)[row])
    assert same(found.rotated(Island.SMALL, np.zeros(len(found), int)), found)
    alike = np.zeros(found.tried.shape, np.float32)
    assert np.array_equal(rotated.targets(0.01, alike), found.targets(0.01, alike))


# --- files


def test_lessons_come_back_as_they_were(shard, file):
    again = Shard.load(file)
    assert (again.source, again.games) == (shard.source, shard.games)
    assert same(again.lessons, shard.lessons)
    assert [each.name for each in file.parent.iterdir()] == [file.name]
    assert same(lessons.read(file.parent)[1], shard.lessons)
    assert file.stat().st_size < 40 * len(shard.lessons) + 20_000


def test_a_file_that_was_cut_or_changed_is_reported_in_a_sentence(shard, file, tmp_path):
    """Wherever a byte is missing or wrong, either a sentence says so or nothing of the lessons was touched."""
    whole, path = file.read_bytes(), tmp_path / "lessons-00000.npz"
    rng = Random(3)
    refused = 0
    changes = [whole[:length] for length in (0, 1, 30, *(rng.randrange(len(whole)) for _ in range(amount(20, 200))))]
    for place in sorted(rng.randrange(len(whole)) for _ in range(amount(150, 2000))):
        changes.append(whole[:place] + bytes([whole[place] ^ 1 << rng.randrange(8)]) + whole[place + 1 :])
    for changed in changes:
        path.write_bytes(changed)
        try:
            found = Shard.load(path)
        except LessonError as error:
            refused += str(path) in str(error)
        else:
            assert same(found.lessons, shard.lessons)
            assert found.source == shard.source
    assert refused > len(changes) // 2


def written(path, shard, change=None, **arrays):
    """The shard in a file, with another header or other arrays than it should have."""
    shard.save(path)
    with np.load(path) as stored:
        parts = {name: stored[name] for name in stored.files}
    about = json.loads(parts.pop("header").tobytes())
    if change is not None:
        change(about)
    parts |= arrays
    header = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez(path, header=header, **{name: array for name, array in parts.items() if array is not None})
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda about: about.update(format="sevenhex games"), "is no file of lessons"),
        (lambda about: about.update(version=99), "format version 99, this package needs 1"),
        (lambda about: about["source"].update(observation=1), "observation version 1"),
        (lambda about: about["source"].update(menu=None), "menu version None"),
        (lambda about: about.update(source=3), "observation version None"),
        (lambda about: about.update(games=7), "cannot be understood"),
        (lambda about: about.update(games=["0"]), "cannot be understood"),
        (lambda about: about["source"].update(island="tiny"), "cannot be understood"),
        (lambda about: about["source"].update(level="slow"), "cannot be understood"),
        (lambda about: about["source"].update(effort={}), "cannot be understood"),
        (lambda about: about["source"].update(colour="red"), "cannot be understood"),
        (lambda about: about["source"].update(players=5), "5 players on the small island"),
        (lambda about: about["source"].update(players=4), "players has values that cannot be"),
        (lambda about: about["source"].update(island="large"), "has another form"),
        (lambda about: about.update(games=[0]), "game has values that cannot be"),
        (lambda about: about.update(games=[0, 1, 1]), "games has values that cannot be"),
    ],
)
def test_another_header_is_reported_in_a_sentence(shard, tmp_path, change, message):
    with pytest.raises(LessonError, match=message):
        Shard.load(written(tmp_path / "lessons-00000.npz", shard, change))


def changed(array, place, value):
    found = array.copy()
    found[place] = value
    return found


WRONG = {
    "game": lambda found: found.game[::-1].copy(),
    "seen": lambda found: changed(found.seen, (0, 0), 6),
    "allowed": lambda found: changed(found.allowed, 0, 0),
    "allowed ": lambda found: changed(found.allowed, (0, -1), found.allowed[0, -1] | 1),
    "tried": lambda found: changed(found.tried, (0, 0), CHOICES),
    "tried ": lambda found: changed(found.tried, (0, 0), -7),
    "tried  ": lambda found: changed(found.tried, 0, ABSENT),
    "tried   ": lambda found: changed(found.tried, (0, slice(2)), found.tried[0, 0]),
    "tried    ": lambda found: changed(found.tried, (0, slice(None)), [found.tried[0, 0], ABSENT, found.tried[0, 0], *[ABSENT] * 9]),
    "scores": lambda found: changed(found.scores, (0, 0), np.nan),
    "scores ": lambda found: changed(found.scores, (0, 11), 1.0),
    "worth": lambda found: changed(found.worth, 0, 1.5),
    "share": lambda found: changed(found.share, 0, 0.0),
    "winner": lambda found: changed(found.winner, 0, 3),
}


@pytest.mark.parametrize("what", WRONG)
def test_values_that_cannot_be_are_reported_in_a_sentence(shard, tmp_path, what):
    name = what.strip()
    with pytest.raises(LessonError, match=rf"damaged \({name} has values that cannot be\)"):
        Shard.load(written(tmp_path / "lessons-00000.npz", shard, **{name: WRONG[what](shard.lessons)}))


def test_another_form_is_reported_in_a_sentence(shard, tmp_path):
    path = tmp_path / "lessons-00000.npz"
    found = shard.lessons
    for arrays in (
        {"scores": found.scores.astype(np.float64)},
        {"seen": found.seen[:, 1:]},
        {"winner": None},
        {"more": found.winner},
        {"game": np.int32(3)},
    ):
        with pytest.raises(LessonError, match=f"{next(iter(arrays))} has another form|has another form"):
            Shard.load(written(path, shard, **arrays))


def test_foreign_files_are_reported_in_a_sentence(tmp_path):
    path = tmp_path / "lessons-00000.npz"
    with pytest.raises(LessonError, match="There is no file of lessons"):
        Shard.load(path)
    with pytest.raises(LessonError, match="holds no lessons"):
        lessons.read(tmp_path)
    row = io.BytesIO()
    np.save(row, np.arange(5))
    pickled = io.BytesIO()
    np.savez(pickled, header=np.array([{}], object))
    for content in (b"", b"lessons", b"{}", row.getvalue(), pickled.getvalue(), SMALL.read_bytes()[:5000]):
        path.write_bytes(content)
        with pytest.raises(LessonError, match="cannot be read"):
            Shard.load(path)
    path.write_bytes(SMALL.read_bytes())
    with pytest.raises(LessonError, match="is no file of lessons"):
        Shard.load(path)


def test_a_folder_holds_lessons_of_one_kind_and_every_game_once(shard, tmp_path):
    shard.save(lessons.shard_path(tmp_path, 0))
    shard.save(lessons.shard_path(tmp_path, 1))
    with pytest.raises(LessonError, match="holds games more than once"):
        lessons.read(tmp_path)
    replace(shard, source=replace(shard.source, seed=8)).save(lessons.shard_path(tmp_path, 1))
    with pytest.raises(LessonError, match=r"several kinds \(seed 8\)"):
        lessons.read(tmp_path)


# --- making them


@pytest.fixture
def quickly(shard, monkeypatch):
    """Games that are played in no time: the same lessons with other numbers."""
    played = []

    def play(source, weights, game):
        played.append(game)
        found = shard.lessons.at(shard.lessons.game == game % 2)
        return replace(found, game=np.full(len(found), game, np.int32))

    monkeypatch.setattr(teacher, "play", play)
    return played


def test_the_same_command_goes_on_where_it_stopped(source, quickly, tmp_path):
    whole = Maker(tmp_path / "whole", source, SMALL, 40)
    assert whole.run().games == 40
    assert quickly == list(range(40))
    quickly.clear()
    folder = tmp_path / "parts"
    for games, until in ((40, 5), (40, 21), (20, 40), (40, 40)):  # interrupted twice, asked for less, then for all
        maker = Maker(folder, source, SMALL, games)
        assert maker.made.games == len(quickly)
        before = maker.made.lessons
        made = maker.run(is_enough=lambda until=until: len(quickly) >= until)
        assert (made.games, made.lessons >= before) == (len(quickly), True)
    assert quickly == list(range(40))
    for path in (tmp_path / "whole").iterdir():
        assert path.read_bytes() == (folder / path.name).read_bytes()
    assert Maker(folder, source, SMALL, 40).missing == []
    assert len(list(folder.iterdir())) == 3
    assert len(lessons.read(folder)[1]) == made.lessons


def test_games_may_come_in_any_order(source, quickly, tmp_path):
    """What a shorter command left out behind what it asked for is kept too."""
    maker = Maker(tmp_path, source, SMALL, 20)
    for game in (19, 3, 0):
        maker.note(game, teacher.play(source, SMALL, game))
    maker.missing = []
    maker.run()
    shorter = Maker(tmp_path, source, SMALL, 18)
    assert shorter.missing == [1, 2, *range(4, 18)]
    shorter.run()
    assert sorted(set(lessons.read(tmp_path)[1].game.tolist())) == [*range(18), 19]


def test_a_folder_of_other_lessons_is_left_alone(source, quickly, tmp_path):
    Maker(tmp_path, source, SMALL, 2).run()
    with pytest.raises(LessonError, match=r"holds other lessons \(seed 4\), and is left as it is"):
        Maker(tmp_path, replace(source, seed=5), SMALL, 2)
    lessons.shard_path(tmp_path, 0).rename(lessons.shard_path(tmp_path, 1))
    with pytest.raises(LessonError, match="game 0, which belongs to another file"):
        Maker(tmp_path, source, SMALL, 2)


def test_what_cannot_be_made_is_reported_in_a_sentence(source, tmp_path, monkeypatch):
    with pytest.raises(OptionError, match="no level 'slow'"):
        teacher.source_of(SMALL, "sixth", 4, 0, "slow")
    monkeypatch.setitem(teacher.EFFORTS, "quick", teacher.EFFORTS["normal"]._replace(tries=1))
    with pytest.raises(OptionError, match="tries 1; a lesson is to compare 2 to 12"):
        teacher.source_of(SMALL, "sixth", 4, 0, "quick")
    with pytest.raises(OptionError, match="for the small island; 6 players of this edition need the large one"):
        teacher.source_of(SMALL, "sixth", 6, 0, "normal")
    with pytest.raises(NetworkError, match="no weight file"):
        teacher.source_of(tmp_path / "none.npz", "sixth", 4, 0, "normal")
    with pytest.raises(LessonError, match="was changed while lessons were made"):
        teacher.play(replace(source, weights="0" * 16), SMALL, 0)
    monkeypatch.setattr(Teacher, "choose", lambda *given: 1 // 0)
    with pytest.raises(ZeroDivisionError):  # a fault ends the game instead of being played on from
        teacher.play(source, SMALL, 0)


def test_by_command(shard, quickly, tmp_path):
    asked = ["lessons", "make", "--out", str(tmp_path), "--games", "3", "--players", "3", "--seed", "4"]
    assert "of 3 games; 3 games now" in CliRunner().invoke(app, asked).output
    assert "of 3 games; 0 games now" in CliRunner().invoke(app, asked).output
    refused = CliRunner().invoke(app, [*asked, "--level", "slow"])
    assert (refused.exit_code, refused.output) == (2, "There is no level 'slow': expected one of 'quick', 'normal'.\n")
    found = lessons.read(tmp_path)[1]
    assert same(found.at(found.game < 2), shard.lessons)


# --- learning from them


@pytest.fixture
def pupil():
    pytest.importorskip("torch", reason="PyTorch is not installed")
    from sevenhex.learn import pupil

    return pupil


def beginner(width=24, seed=1):
    header = Header("small", width, 1, features=features.VERSION, made={"command": "sevenhex train", "choices": 7})
    rng = np.random.default_rng(seed)
    wanted = shapes(header, inputs(0).size, 4, CHOICES)
    return Network(header, {name: rng.normal(0, 0.05, shape).astype(np.float32) for name, shape in wanted.items()})


def many(shard, times=10):
    """More games of the same two, in turn; those that are held out are of one of them."""
    found = [shard.lessons.at(shard.lessons.game == game % 2) for game in range(times)]
    return lessons.joined([replace(part, game=np.full(len(part), game, np.int32)) for game, part in enumerate(found)])


def test_learning_brings_the_network_nearer_to_what_was_found(pupil, shard):
    course = pupil.Course(epochs=6, rate=3e-3, batch=128, value_weight=1.0)
    learner = pupil.Pupil(beginner(), course)
    epochs = learner.learn(many(shard))
    first, last = epochs[0].held_out, epochs[-1].held_out
    assert [each.number for each in epochs] == list(range(len(epochs)))
    assert len(epochs) > 2
    assert last.gap < 0.8 * first.gap
    assert last.agreement > first.agreement
    assert epochs[-1].learnt.surprise < epochs[1].learnt.surprise


def test_chances_stay_exactly_as_they_are_unless_they_are_to_learn(pupil, shard):
    """Also those of seats that wait, by which `master` judges, and of which there are no lessons."""
    before = beginner()
    learner = pupil.Pupil(before, pupil.Course(epochs=2, rate=3e-3, batch=128))
    epochs = learner.learn(many(shard))
    assert epochs[-1].held_out.gap < epochs[0].held_out.gap
    after = learner.weights({})
    changed = {name for name in before.arrays if not np.array_equal(before.arrays[name], after.arrays[name])}
    assert changed == {"policy.weight", "policy.bias"}


def test_it_is_the_same_for_a_seed_and_keeps_the_best_pass(pupil, shard):
    given = many(shard, 4)
    wild = pupil.Course(epochs=8, rate=0.2, batch=64, value_weight=1.0)
    runs = [pupil.Pupil(beginner(), wild) for _ in range(2)]
    first, second = (run.learn(given) for run in runs)
    assert first == second
    assert len(first) < 9  # with such a rate it soon gets worse
    assert runs[0].measure(pupil.parted(given)[1]) == min((each.held_out for each in first), key=lambda each: each.loss)


def test_an_interruption_keeps_the_best_pass_so_far(pupil, shard):
    learner, notes = pupil.Pupil(beginner(), pupil.Course(rate=3e-3, batch=64)), []
    given = many(shard, 4)
    batches = -(-len(pupil.parted(given)[0]) // 64)
    epochs = learner.learn(given, notify=lambda done, whole: notes.append((done, whole)), stop=lambda: len(notes) > batches + 1)
    assert len(epochs) == 2
    assert notes[-1] == (batches + 2, 4 * batches)
    assert learner.measure(pupil.parted(given)[1]) == min((each.held_out for each in epochs), key=lambda each: each.loss)


def test_the_gap_is_a_divergence_in_which_untried_choices_count_as_one(pupil):
    import torch

    rng = np.random.default_rng(2)
    policy = rng.dirichlet(np.ones(6), size=3)
    policy[2, 3:] = 1e-30  # nothing but what is tried is allowed
    policy /= policy.sum(axis=1, keepdims=True)
    tried = np.array([[4, 1, ABSENT], [2, ABSENT, ABSENT], [0, 1, 2]])
    target = np.array([[0.5, 0.3, 0.0], [0.9, 0.0, 0.0], [0.2, 0.3, 0.5]])
    expected = []
    for row in range(3):
        wanted, own = target[row][tried[row] >= 0], policy[row][tried[row][tried[row] >= 0]]
        rest, others = 1 - wanted.sum(), 1 - own.sum()
        expected.append((wanted * np.log(wanted / own)).sum() + (rest * np.log(rest / others) if rest > 1e-9 else 0.0))
    found = pupil.gap_of(torch.from_numpy(policy).log(), torch.from_numpy(tried), torch.from_numpy(target))
    assert np.allclose(found.numpy(), expected, atol=1e-5)


def test_games_are_held_out_whole(pupil, shard):
    learnt, held_out = pupil.parted(many(shard, 21))
    assert set(held_out.game.tolist()) == {0, 10, 20}
    assert not set(learnt.game.tolist()) & {0, 10, 20}
    assert len(learnt) + len(held_out) == len(many(shard, 21))
    with pytest.raises(LessonError, match="too few games"):
        pupil.parted(shard.lessons.at(shard.lessons.game == 0))


def test_the_chances_learn_from_the_search_where_that_is_asked_for(pupil, shard):
    """Alone, the search's estimate is what the loss is about, where there is one."""
    found = shard.lessons.at(shard.lessons.worth >= 0)
    alone = pupil.Pupil(beginner(), pupil.Course(searched=1.0, value_weight=1.0)).facts(found)
    with_winner = pupil.Pupil(beginner(), pupil.Course(value_weight=1.0)).facts(found)
    assert np.allclose((with_winner[0] - with_winner[1]).detach(), with_winner[2].detach(), atol=1e-5)
    network = beginner()
    own = network.evaluate(found.seen, 4)[0] * (np.arange(4) < 3)
    own = own[:, 0] / own.sum(axis=1)  # three play
    expected = -(found.worth * np.log(own) + (1 - found.worth) * np.log(1 - own))
    assert np.allclose((alone[0] - alone[1]).detach(), expected, atol=1e-3)


@pytest.mark.parametrize(
    "given",
    [{"epochs": 0}, {"batch": 0}, {"rate": 0.0}, {"temperature": -1.0}, {"searched": 1.5}, {"value_weight": -1.0}, {"searched": 0.5}],
)
def test_numbers_that_cannot_be_are_refused(pupil, given):
    with pytest.raises(OptionError, match=next(iter(given))):
        pupil.Course(**given)


def test_by_command_from_weights_to_weights(pupil, source, shard, quickly, tmp_path):
    Maker(tmp_path / "given", source, SMALL, 4).run()
    beginner().save(tmp_path / "start.npz")
    asked = ["lessons", "learn", str(tmp_path / "given"), "--start", str(tmp_path / "start.npz"), "--out", str(tmp_path / "out.npz")]
    result = CliRunner().invoke(app, [*asked, "--rate", "0.003", "--batch", "64", "--epochs", "2", "--device", "cpu"])
    assert result.exit_code == 0, result.output
    assert "Held out" in result.output
    made = Network.load(tmp_path / "out.npz").header.made
    assert (made["command"], made["choices"]) == ("sevenhex train", 7)
    assert made["lessons"][0]["sources"][0]["seed"] == 4
    assert made["lessons"][0]["held out"]["after"]["loss"] < made["lessons"][0]["held out"]["before"]["loss"]
    wild = CliRunner().invoke(app, [*asked[:-1], str(tmp_path / "none.npz"), "--rate", "9", "--device", "cpu"])
    assert (wild.exit_code, "no file was written" in wild.output) == (1, True)
    assert not (tmp_path / "none.npz").exists()


def test_without_pytorch_learning_is_refused_in_a_sentence(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "torch", None)
    result = CliRunner().invoke(app, ["lessons", "learn", str(tmp_path), "--out", str(tmp_path / "out.npz")])
    assert (result.exit_code, result.output) == (2, "Learning needs PyTorch: pip install 'sevenhex[train]'. Making lessons does not.\n")
