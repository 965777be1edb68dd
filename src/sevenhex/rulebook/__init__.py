"""The living rulebook: the rules of an edition in four languages, a short course, an almanac, and examples that can be played."""

from .book import book, rules, table_book, to_json
from .forms import Rulebook
from .texts import LANGUAGES

__all__ = ["LANGUAGES", "Rulebook", "book", "rules", "table_book", "to_json"]
