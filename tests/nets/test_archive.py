"""Arrays with a header in one file: what was written comes back, whole or not at all."""

from __future__ import annotations

import numpy as np
import pytest

from sevenhex.nets import archive

ABOUT = {"format": "test", "games": [1, 2]}
ARRAYS = {"seen": np.arange(12, dtype=np.uint8).reshape(3, 4), "worth": np.array([0.5, np.inf], np.float32)}


def test_what_was_written_comes_back(tmp_path):
    path = tmp_path / "new" / "one.npz"
    archive.write(path, ABOUT, ARRAYS)
    about, arrays = archive.read(path)
    assert about == ABOUT
    assert arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        assert np.array_equal(arrays[name], array)
    first = path.read_bytes()
    archive.write(path, ABOUT, ARRAYS)
    assert path.read_bytes() == first


def test_a_write_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "one.npz"
    archive.write(path, ABOUT, ARRAYS)
    before = path.read_bytes()

    def full(file, **arrays):
        file.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", full)
    with pytest.raises(OSError, match="No space left"):
        archive.write(path, {}, {})
    assert path.read_bytes() == before


def test_objects_are_never_loaded(tmp_path):
    """Reading them would run whatever a stranger put into the file."""
    np.savez(tmp_path / "one.npz", header=np.array([{"a": 1}], dtype=object))
    with pytest.raises(archive.Unreadable):
        archive.read(tmp_path / "one.npz")


@pytest.mark.parametrize("contents", [b"", b"PK", b"\x93NUMPY", b"no archive at all"])
def test_other_files_are_reported(tmp_path, contents):
    (tmp_path / "one.npz").write_bytes(contents)
    with pytest.raises(archive.Unreadable):
        archive.read(tmp_path / "one.npz")
    with pytest.raises(FileNotFoundError):
        archive.read(tmp_path / "none.npz")


def test_an_archive_without_a_header_is_reported(tmp_path):
    np.savez(tmp_path / "one.npz", seen=np.zeros(3))
    with pytest.raises(archive.Unreadable, match="header"):
        archive.read(tmp_path / "one.npz")
