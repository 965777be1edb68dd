"""DLPack capsules: the header's layout, the same memory on the other side, and owners that live exactly as long as they must."""

from __future__ import annotations

import ctypes
import gc
import subprocess
import sys
import weakref

import numpy as np
import pytest

from sevenhex.env.gpu import dlpack

POINTER = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))


class Owner:
    """Memory that tells when it dies."""

    def __init__(self, array):
        self.array = array


class Given:
    """What `np.from_dlpack` asks."""

    def __init__(self, array, versioned):
        self.owner, self.versioned = Owner(array), versioned

    def __dlpack__(self, **_):
        array = self.owner.array
        return dlpack.capsule(self.owner, array.ctypes.data, array.shape, array.dtype, (dlpack.CPU, 0), self.versioned)

    def __dlpack_device__(self):
        return dlpack.CPU, 0


def test_the_layout_is_the_headers():
    """Offsets on a 64-bit machine, as dlpack.h has them."""
    assert ctypes.sizeof(dlpack.Tensor) == 48
    assert [getattr(dlpack.Tensor, name).offset for name, _ in dlpack.Tensor._fields_] == [0, 8, 16, 20, 24, 32, 40]
    assert [getattr(dlpack.Managed, name).offset for name, _ in dlpack.Managed._fields_] == [0, 48, 56]
    assert [getattr(dlpack.Versioned, name).offset for name, _ in dlpack.Versioned._fields_] == [0, 4, 8, 16, 24, 32]


@pytest.mark.parametrize(("versioned", "name"), [(False, b"dltensor"), (True, b"dltensor_versioned")])
def test_a_capsule_says_what_lies_where(versioned, name):
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    made = dlpack.capsule(array, array.ctypes.data, array.shape, array.dtype, (dlpack.CUDA, 3), versioned)
    address = POINTER(made, name)
    found = (dlpack.Versioned if versioned else dlpack.Managed).from_address(address)
    tensor = found.tensor
    assert (tensor.data, tensor.byte_offset, tensor.dimensions) == (array.ctypes.data, 0, 2)
    assert (tensor.device.kind, tensor.device.number) == (2, 3)
    assert (tensor.type.code, tensor.type.bits, tensor.type.lanes) == (2, 32, 1)
    assert (tensor.shape[:2], tensor.strides[:2]) == ([2, 3], [3, 1])
    if versioned:
        assert (found.major, found.flags) == (1, 0)
    assert address in dlpack.HELD
    del made, found, tensor
    assert address not in dlpack.HELD


@pytest.mark.parametrize("versioned", [False, True])
@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int64, np.float32, np.bool_])
def test_numpy_gets_the_same_memory_and_holds_it(dtype, versioned):
    array = np.zeros((4, 5), dtype)
    given = Given(array, versioned)
    alive = weakref.ref(given.owner)
    taken = np.from_dlpack(given)
    assert (taken.ctypes.data, taken.shape, taken.dtype) == (array.ctypes.data, (4, 5), np.dtype(dtype))
    array[2, 3] = 1
    assert taken[2, 3] == 1
    del given
    gc.collect()
    assert alive() is not None  # the consumer still looks at it
    del taken
    gc.collect()
    assert alive() is None


def test_torch_gets_the_same_memory():
    torch = pytest.importorskip("torch")
    array = np.zeros((3, 2), np.float32)
    taken = torch.from_dlpack(Given(array, False))
    taken[1, 1] = 7
    assert array[1, 1] == 7


SIMULATED = """
import gc
import numpy as np, pytest
from sevenhex.env.gpu import GpuEnv, dlpack
env = GpuEnv(3, islands=2, limit=20)
batch = env.reset()
for name in ("observation", "mask", "reward", "done", "seat"):
    array = getattr(batch, name)
    taken = np.from_dlpack(array)
    assert taken.ctypes.data == array.array._ary.ctypes.data and (taken == array.copy_to_host()).all() and taken.dtype == array.dtype, name
mask = np.from_dlpack(batch.mask)
before = mask.copy()
env.step(np.array([np.flatnonzero(row)[-1] for row in mask]))
assert (mask != before).any() and (mask == batch.mask.copy_to_host()).all()
other = env.batch()
env.step(np.array([np.flatnonzero(row)[-1] for row in mask]), into=other)
assert (np.from_dlpack(other.seat) == np.from_dlpack(batch.seat)).all()
saved = env.save()
env.step(np.array([np.flatnonzero(row)[-1] for row in mask]))
env.load(saved)
assert env.save() == saved and np.from_dlpack(batch.seat).tobytes() == saved[-3:]
for wrong in ({"copy": True}, {"dl_device": (2, 0)}):
    with pytest.raises(BufferError):
        batch.mask.__dlpack__(**wrong)
del mask, taken; gc.collect()
assert not dlpack.HELD
print("same")
"""


def test_the_environments_arrays_under_the_simulator(monkeypatch):
    pytest.importorskip("numba_cuda")
    monkeypatch.setenv("NUMBA_ENABLE_CUDASIM", "1")
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    said = subprocess.run([sys.executable, "-W", "ignore", "-c", SIMULATED], capture_output=True, text=True, check=False)
    assert said.stdout.strip() == "same", said.stderr[-2000:]
