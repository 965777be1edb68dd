"""Walls around a worker: it reads the program's own files, writes none, and opens no connection, where the system can enforce that.

Files are Landlock's work, connections and other programs seccomp's. A worker reads records of strangers; should one of them ever make it
run something else, that finds no store, no network and no shell. Without walls the limits of memory and time remain; the log says so.
"""

from __future__ import annotations

import errno
import sys
import sysconfig
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from sevenhex.rules.jit import cache_home

PACKAGE = Path(__file__).parents[2]
SYSTEM = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/share/zoneinfo", "/dev/null", "/dev/zero", "/dev/urandom")
# what nothing that a worker computes ever calls; unknown names are left out where the library is older
FORBIDDEN = (
    "socket", "connect", "bind", "listen", "accept", "accept4", "execve", "execveat", "ptrace", "process_vm_readv", "process_vm_writev",
    "pidfd_open", "pidfd_getfd", "io_uring_setup", "open_by_handle_at", "mount", "unshare", "setns", "bpf", "keyctl", "userfaultfd",
)  # fmt: skip


def readable() -> Iterator[Path]:
    """The program's own files: Python, its packages, ours, compiled rules, shared libraries. The working folder is not among them."""
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, *sysconfig.get_paths().values()}
    packages = {path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")}
    for path in (*sorted(prefixes | packages), PACKAGE, cache_home(), *SYSTEM):
        found = Path(str(path))
        if found.exists() and found.resolve() != Path("/"):
            yield found


def close_files() -> str:
    """Nothing else is read, nothing is written. Returns why not, or nothing."""
    try:
        landlock = import_module("landlockpy")
        if not landlock.supported():
            return "this kernel has no Landlock"
        access = landlock.AccessFS
        with landlock.Ruleset(scoped=landlock.scope_for_abi(landlock.abi_version())) as rules:
            for path in readable():
                rules.allow_path(path, access.READ_FILE | (access.READ_DIR if path.is_dir() else access.NONE))
            rules.restrict()
    except ImportError:
        return "the package landlockpy is not installed"
    except OSError as error:
        return f"Landlock refuses: {error}"
    return ""


def close_network() -> str:
    """No connection, no other program. Returns why not, or nothing."""
    try:
        seccomp = import_module("pyseccomp")
        rules = seccomp.SyscallFilter(seccomp.ALLOW)
        known = 0
        for name in FORBIDDEN:
            try:
                rules.add_rule(seccomp.ERRNO(errno.EPERM), name)
                known += 1
            except (OSError, RuntimeError, ValueError):
                continue
        if not known:
            return "seccomp knows none of the calls"
        rules.load()
    except ImportError:
        return "the package pyseccomp is not installed"
    except (OSError, RuntimeError, AttributeError) as error:  # it raises RuntimeError where the library libseccomp is missing
        return f"seccomp refuses: {error}"
    return ""


def build() -> list[str]:
    """Close both. Returns what stays open, and why. The network goes first: its library is looked for among files."""
    return [f"{what}: {why}" for what, why in (("network", close_network()), ("files", close_files())) if why]
