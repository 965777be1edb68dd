"""Who sits where: seats, and the secrets that prove it. Secrets are 128 random bits; only their hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from ..base.forms import TableSeat

SECRET_BYTES = 16
CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"
SYLLABLES = 6  # one consonant and one vowel each, as in "tomeka dulibo": 70**6 codes, so nobody finds a private table by trying
UNKIND = {
    "kaka",
    "pipi",
    "puta",
    "puto",
    "pene",
    "peni",
    "pedo",
    "pede",
    "teta",
    "bite",
    "niga",
    "nege",
    "kike",
    "paki",
    "dago",
    "nazi",
    "moro",
}

HUMAN, BOT, OPEN = "human", "bot", "open"


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def new_id() -> str:
    return secrets.token_hex(8)


def new_code() -> str:
    """A table's code, which one can say aloud in any of the page's languages."""
    while True:
        code = "".join(secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(SYLLABLES))
        if not any(word in code for word in UNKIND):
            return code


def hashed(secret: str) -> str:
    """Secrets are random, so one round of SHA-256 is enough to keep a stolen store from opening seats."""
    return hashlib.sha256(secret.encode()).hexdigest()


def matches(secret: str, stored: str | None) -> bool:
    """Compare in constant time."""
    return stored is not None and hmac.compare_digest(hashed(secret), stored)


@dataclass
class Seat:
    """One place at a table."""

    seat: int
    kind: str = OPEN
    player: str | None = None
    name: str = ""
    colour: str = ""
    bot: str | None = None
    level: str | None = None
    bot_plays: bool = False  # a bot plays on for a human who is away
    token_hash: str | None = None
    resigned: float | None = None  # when its player gave up a rated game: a bot plays on to the end, and the game is lost
    registered: bool = False  # the name is its player's own; else it is a guest's
    program: bool = False  # its player is a program that has an account

    def belongs_to(self, player: str | None) -> bool:
        return player is not None and self.kind == HUMAN and self.player == player and self.resigned is None

    @property
    def taken(self) -> bool:
        return self.kind != OPEN

    @property
    def played_by_bot(self) -> bool:
        return self.kind == BOT or (self.kind == HUMAN and self.bot_plays)

    def to_json(self, present: bool) -> TableSeat:
        """What everybody may know of a seat."""
        return {
            "seat": self.seat,
            "colour": self.colour,
            "name": self.name,
            "kind": self.kind,
            "bot": self.bot,
            "level": self.level,
            "bot_plays": self.bot_plays,
            "resigned": self.resigned is not None,
            "present": present or self.kind == BOT,
            "guest": self.kind == HUMAN and not self.registered,
            "program": self.kind == HUMAN and self.program,
            "holiday": None,
        }
