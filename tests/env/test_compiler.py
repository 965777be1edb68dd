"""What is asked of the GPU's compiler holds for the thread that asks, and for nobody else."""

from __future__ import annotations

import threading

import pytest

pytest.importorskip("numba_cuda")

from sevenhex.env.gpu import compiler
from sevenhex.env.gpu.compiler import FORM, Form, check_version, roll, shaped
from sevenhex.errors import SevenhexError

CODE = """define void @"one"() {
entry:
  br label %"body"
body:
  br i1 %done, label %"end", label %"body"
end:
  ret void
}
define void @two() {
entry:
  br label %body
body:
  br label %entry
}"""


def test_only_loops_are_marked_as_not_to_be_unrolled():
    marked = [line for line in roll(CODE).split("\n") if "!llvm.loop" in line]
    assert [line.split(", !llvm")[0] for line in marked[:2]] == ['  br i1 %done, label %"end", label %"body"', "  br label %entry"]
    assert len({line.split()[-1] for line in marked[:2]}) == 2  # each loop has a node of its own
    assert roll("define void @none() {\nentry:\n  ret void\n}").count("!") == 0


def test_a_form_is_its_threads_own_and_ends_with_it():
    seen = []

    def fail():
        with shaped(Form(rolled=False)):
            other = threading.Thread(target=lambda: seen.append(FORM.get()))
            other.start()
            other.join()
            assert FORM.get() == Form(rolled=False)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert seen == [None]
    assert FORM.get() is None


def test_forms_are_taken_one_at_a_time():
    order = []

    def work(name):
        with shaped(Form((name,))):
            order.append(name)
            assert FORM.get() == Form((name,))
            order.append(name)

    with shaped(Form()):
        threads = [threading.Thread(target=work, args=(name,)) for name in "ab"]
        for each in threads:
            each.start()
        assert order == []
    for each in threads:
        each.join()
    assert order in (["a", "a", "b", "b"], ["b", "b", "a", "a"])


def test_nothing_is_replaced_for_a_while_only():
    if compiler.SIMULATED:
        pytest.skip("the simulator has no compiler")
    before = (compiler.nvvm.compile_ir, compiler.ARRAYS.fix_integer_index)
    with shaped(Form()):
        assert (compiler.nvvm.compile_ir, compiler.ARRAYS.fix_integer_index) == before


def test_versions_are_bounded(monkeypatch):
    check_version("0.30.4")
    for wrong in ("0.29.0", "0.31.0", "1.0"):
        with pytest.raises(SevenhexError, match=r"insides of numba-cuda 0.30 \(below 0.31\); " + wrong):
            check_version(wrong)
    monkeypatch.setenv("SEVENHEX_ANY_NUMBA_CUDA", "1")
    check_version("0.31.0")
