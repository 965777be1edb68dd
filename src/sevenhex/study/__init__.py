"""Study: judge a position, look back on a game, solve puzzles, train openings. docs/study.md lists the stable names."""
