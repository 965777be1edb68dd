"""Recovery phrases: eight words of five letters that can be said in any language, 128 random bits together."""

from __future__ import annotations

import secrets
import unicodedata

from ..store.seats import hashed

CONSONANTS = "bdfghjklmnprstvz"  # four bits each
VOWELS = "aiou"  # two bits each
WORDS = 8
LETTERS = 5  # of a word: consonants and vowels by turns, 16 bits


def new() -> str:
    return " ".join(word(secrets.randbits(16)) for _ in range(WORDS))


def word(bits: int) -> str:
    letters = []
    for place in range(LETTERS):
        alphabet = VOWELS if place % 2 else CONSONANTS
        bits, choice = divmod(bits, len(alphabet))
        letters.append(alphabet[choice])
    return "".join(letters)


def normalized(phrase: str) -> str:
    """As it was given out, however somebody writes it: capitals, hyphens, commas, any space between."""
    letters = [letter if letter.isalpha() else " " for letter in unicodedata.normalize("NFKC", phrase).casefold()]
    return " ".join("".join(letters).split())


def hash_of(phrase: str) -> str:
    """It is random, so one round is enough, as for other secrets (`store/seats.py`)."""
    return hashed(f"phrase {normalized(phrase)}")
