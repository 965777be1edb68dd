"""Where a run's figures go beside its own log (JSON lines): TensorBoard or Weights & Biases, where they are installed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from sevenhex.errors import OptionError, SevenhexError, one_of

Row = dict[str, Any]
Report = Callable[[Row], None]
STEP = "choices"  # what the figures are drawn over


def figures(row: Row) -> dict[str, float]:
    """The numbers of a row by name; those that come as a list by their place."""
    found: dict[str, float] = {}
    for name, value in row.items():
        if isinstance(value, list):
            found |= {f"{name}/{place}": float(each) for place, each in enumerate(value)}
        elif isinstance(value, int | float):
            found[name] = float(value)
    return found


def tensorboard(folder: Path, config: Row) -> Report:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        raise SevenhexError("--report tensorboard needs TensorBoard: pip install tensorboard.") from None
    writer = SummaryWriter(str(folder / "tensorboard"))

    def report(row: Row) -> None:
        for name, value in figures(row).items():
            writer.add_scalar(name, value, int(row[STEP]))
        writer.flush()

    return report


def wandb(folder: Path, config: Row) -> Report:
    try:
        import wandb as service
    except ImportError:
        raise SevenhexError("--report wandb needs Weights & Biases: pip install wandb.") from None
    run = service.init(project="sevenhex", dir=str(folder), config=config, resume="allow", id=folder.resolve().name)
    return lambda row: run.log(figures(row), step=int(row[STEP]))


KNOWN: dict[str, Callable[[Path, Row], Report]] = {"tensorboard": tensorboard, "wandb": wandb}


def reports(names: Iterable[str], folder: Path, config: Row) -> list[Report]:
    """One for each name; complaints come before anything is learnt."""
    chosen = list(dict.fromkeys(names))
    for name in chosen:
        if name not in KNOWN:
            raise OptionError(f"There is no report {name!r}; {one_of(name, KNOWN)}.", option="report")
    return [KNOWN[name](folder, config) for name in chosen]
