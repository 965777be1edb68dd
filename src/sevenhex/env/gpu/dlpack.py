"""DLPack (its versions 0 and 1): memory handed to PyTorch, JAX, CuPy or NumPy as it lies, without a copy.

The structures are those of the public header `dlpack.h`. A capsule keeps its owner alive until the consumer calls the deleter, or until it
is thrown away unused.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # kinds of device
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # by NumPy's kind: signed, unsigned, float, bool
BFLOAT = 4  # the code of bfloat16, whose bits NumPy holds as uint16
VERSION = (1, 0)
ANY_STREAM, LEGACY_STREAM = -1, 1  # what a consumer may name: "do not wait", and the default one


class Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", Device),
        ("dimensions", ctypes.c_int32),
        ("type", Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),  # in elements
        ("byte_offset", ctypes.c_uint64),
    )


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Managed(ctypes.Structure):
    """What a capsule "dltensor" points to."""

    _fields_ = (("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", DELETER))


class Versioned(ctypes.Structure):
    """What a capsule "dltensor_versioned" points to."""

    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", DELETER),
        ("flags", ctypes.c_uint64),
        ("tensor", Tensor),
    )


def deleter(function: Callable[[int], None]) -> Any:
    """A function that C calls with the interpreter's lock to be taken."""
    return DELETER(function)


def destructor(function: Callable[[int], None]) -> Any:
    """A function that the interpreter calls with its lock held."""
    return DESTRUCTOR(function)


NAMES = {Managed: b"dltensor", Versioned: b"dltensor_versioned"}
HELD: dict[int, Any] = {}  # structures and owners that somebody still uses, by address

DESTRUCTOR = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)  # an address: the capsule is dying and must not be counted again
# prototypes of our own: the attributes of ctypes.pythonapi are anybody's to change
new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, DESTRUCTOR)(("PyCapsule_New", ctypes.pythonapi))
is_capsule = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
address_in = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))


@deleter
def release(address: int) -> None:
    """The consumer is done."""
    HELD.pop(address, None)


@destructor
def discard(capsule: int) -> None:
    """A capsule dies: if nobody took what was in it (a consumer renames it), let go of that."""
    for name in NAMES.values():
        if is_capsule(capsule, name):
            HELD.pop(address_in(capsule, name), None)


def capsule(
    owner: Any,
    address: int,
    shape: tuple[int, ...],
    dtype: np.dtype[Any],
    device: tuple[int, int],
    versioned: bool = False,
    bfloat: bool = False,
) -> Any:
    """A capsule over C-contiguous memory that lives as long as its owner."""
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    strides = (ctypes.c_int64 * len(shape))(*(int(np.prod(shape[place + 1 :], dtype=np.int64)) for place in range(len(shape))))
    form = Versioned if versioned else Managed
    packed = form()
    if isinstance(packed, Versioned):
        packed.major, packed.minor = VERSION
    packed.deleter = release
    tensor = packed.tensor
    tensor.data, tensor.device, tensor.dimensions = address, Device(*device), len(shape)
    tensor.type = Type(BFLOAT if bfloat else CODES[dtype.kind], 8 * dtype.itemsize, 1)
    tensor.shape = ctypes.cast(sizes, ctypes.POINTER(ctypes.c_int64))
    tensor.strides = ctypes.cast(strides, ctypes.POINTER(ctypes.c_int64))
    where = ctypes.addressof(packed)
    HELD[where] = (packed, sizes, strides, owner)
    return new_capsule(where, NAMES[form], discard)


class DeviceArray:
    """A device array of Numba's that others take as it is: `torch.from_dlpack`, `jax.dlpack.from_dlpack`, `cupy.from_dlpack`, or by
    `__cuda_array_interface__`. Everything else (shape, dtype, copy_to_host, slices) is the array's own."""

    def __init__(self, array: Any, bfloat: bool = False) -> None:
        self.array = array
        self.bfloat = bfloat  # its uint16 are the bits of bfloat16

    def __dlpack_device__(self) -> tuple[int, int]:
        if self._is_simulated():
            return CPU, 0
        from numba import cuda

        return CUDA, int(cuda.get_current_device().id)

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """Kernels run on the default stream; a consumer that names another one gets memory that is ready."""
        device = self.__dlpack_device__()
        if dl_device is not None and tuple(dl_device) != device:
            raise BufferError(f"This array lies on device {device}, {tuple(dl_device)} was asked for; copy it there yourself.")
        if copy:
            raise BufferError("This array gives its memory away without a copy; make the copy afterwards.")
        versioned = max_version is not None and max_version[0] >= VERSION[0]
        if self._is_simulated():
            memory = self.array._ary
            return capsule(memory, memory.ctypes.data, memory.shape, memory.dtype, device, versioned, self.bfloat)
        if stream not in (None, ANY_STREAM, LEGACY_STREAM):
            from numba import cuda

            cuda.default_stream().synchronize()
        facts = self.array.__cuda_array_interface__
        return capsule(self.array, facts["data"][0], tuple(facts["shape"]), np.dtype(facts["typestr"]), device, versioned, self.bfloat)

    def _is_simulated(self) -> bool:
        return hasattr(self.array, "_ary")

    @property
    def __cuda_array_interface__(self) -> Any:
        return self.array.__cuda_array_interface__

    def __getattr__(self, name: str) -> Any:
        if name in ("array", "bfloat"):  # a copy that has not begun to be
            raise AttributeError(name)
        return getattr(self.array, name)

    def __getitem__(self, key: Any) -> Any:
        return self.array[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.array[key] = getattr(value, "array", value)

    def __len__(self) -> int:
        return int(self.array.shape[0])
