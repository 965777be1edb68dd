"""The codes of tables."""

from __future__ import annotations

import re

from sevenhex.server.store.seats import CONSONANTS, SYLLABLES, UNKIND, VOWELS, new_code


def test_codes_can_be_said_aloud_and_are_not_guessed():
    codes = {new_code() for _ in range(3000)}
    assert len(codes) == 3000
    assert (len(CONSONANTS) * len(VOWELS)) ** SYLLABLES > 10**11
    for code in codes:
        assert re.fullmatch(f"([{CONSONANTS}][{VOWELS}]){{{SYLLABLES}}}", code)
        assert not any(word in code for word in UNKIND)
