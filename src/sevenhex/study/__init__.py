"""Study: judge a position, look back on a game, solve puzzles, train openings. The stable names are told in docs/study.md."""
