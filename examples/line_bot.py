"""A bot in twenty lines, in any language: read a JSON line, answer with a JSON line (docs/bots.md).

sevenhex arena --bots "exec:python examples/line_bot.py",random,random,random --games 8
"""

import json
import sys

LIKES = ("city", "settle", "buy", "knight", "road", "roll", "refuse", "end")


def choose(view, legal):
    for word in LIKES:
        for action in legal:
            if action.split()[0] == word:
                return action
    return legal[0]


for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"action": choose(question["view"], question["legal"])}), flush=True)
