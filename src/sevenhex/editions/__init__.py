"""Editions are data: what each rulebook says, and what a table may choose."""

from .configuration import Configuration
from .difference import Difference, difference
from .edition import Edition
from .loader import load, names

__all__ = ["Configuration", "Difference", "Edition", "difference", "load", "names"]
