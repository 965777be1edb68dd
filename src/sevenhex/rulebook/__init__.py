"""The living rulebook: the rules of an edition in four languages, a short course, an almanac, and examples that can be played."""

from .book import Book, book, table_book, to_json
from .texts import LANGUAGES

__all__ = ["LANGUAGES", "Book", "book", "table_book", "to_json"]
