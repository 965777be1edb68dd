"""Games after the fact: replay, report, chances to win, ratings."""
