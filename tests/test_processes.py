"""Work in several processes: all of it, or none that would begin too late."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from types import SimpleNamespace

import pytest

from sevenhex import processes
from sevenhex.errors import SevenhexError
from sevenhex.processes import TRIES, Crew, Schedule, after, results


@pytest.mark.parametrize("workers", [1, 2])
def test_every_job_is_done_once(workers):
    assert sorted(results([partial(divmod, number, 3) for number in range(7)], workers)) == sorted(divmod(number, 3) for number in range(7))


def test_one_worker_is_this_process_and_keeps_the_order():
    assert list(results([partial(divmod, number, 3) for number in (5, 1, 4)], 1)) == [(1, 2), (0, 1), (1, 1)]
    assert list(results([os.getpid], 1)) == [os.getpid()]


@pytest.mark.parametrize("command", ["serve", "play"])
def test_a_server_multiplies_on_one_core(command):
    """Bots of two tables that think at once wait for one another's threads else; NumPy asks for it when it is imported."""
    script = f"""
import sys
from sevenhex import processes
from sevenhex.commands.{command} import command
processes.one_thread = lambda: sys.exit(["in time", "too late"]["numpy" in sys.modules])
sys.modules["uvicorn"] = None  # without it no server starts here
command()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr.strip() == "in time"


def test_several_are_other_processes():
    assert os.getpid() not in set(results([os.getpid] * 4, 2))


@pytest.mark.parametrize("workers", [1, 2])
def test_when_the_time_is_over_none_is_begun_and_those_that_run_are_awaited(monkeypatch, workers):
    now = 0.0
    monkeypatch.setattr(processes, "time", SimpleNamespace(monotonic=lambda: now))
    assert list(results([os.getpid] * 4, workers, after(0.0))) == []
    begun = []

    def jobs():
        for number in range(4):
            begun.append(number)
            yield partial(divmod, number, 3)

    found = []
    for each in results(jobs(), workers, after(60.0)):
        now = 61.0
        found.append(each)
    assert len(found) == len(begun) == workers


def test_no_job_is_asked_for_before_a_worker_is_free():
    """Jobs may go on for ever: a caller that has enough stops reading."""
    endless = (partial(divmod, number, 3) for number in iter(int, 1))
    found = results(endless, 2)
    assert [next(found) for _ in range(5)] == [(0, 0)] * 5
    found.close()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_job_that_fails_is_reported(workers):
    with pytest.raises(ZeroDivisionError):
        list(results([partial(divmod, 1, 0)], workers))


def fail_at(number):
    return 1 / number


def test_a_failed_job_says_where():
    """The exception of another process carries its traceback."""
    with pytest.raises(ZeroDivisionError) as caught:
        list(results([partial(fail_at, 0)], 2))
    assert "in fail_at" in "".join(caught.value.__notes__)


def end_once(file, number):
    """The first attempt at this job kills its process."""
    if number == 1 and not file.exists():
        file.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_job_whose_process_is_killed_is_done_by_another(tmp_path):
    crew = Crew(partial(end_once, tmp_path / "killed"), 2)
    assert sorted(crew.results(range(4))) == [0, 1, 2, 3]
    assert crew.workers == []


def test_a_job_that_kills_its_workers_is_given_up():
    schedule = Schedule([7, 8], "Game")
    for _ in range(TRIES - 1):
        schedule.lose(schedule.take(), "exit code -9")
    with pytest.raises(SevenhexError, match=r"Game 7 was given out .* \(exit code -9\)"):
        schedule.lose(schedule.take(), "exit code -9")


def test_a_job_that_comes_back_twice_counts_once():
    schedule = Schedule([1])
    assert schedule.take() == 1
    schedule.lose(1, "node died")
    assert schedule.take() == 1
    assert schedule.bring(1)
    assert not schedule.bring(1)
    schedule.lose(1, "late news")
    assert schedule.take() is None
