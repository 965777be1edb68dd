"""A player of about 60 lines: sits down at a table and plays random legal actions (docs/protocol.md).

python examples/random_client.py http://127.0.0.1:8000            # opens a table against three bots
python examples/random_client.py http://127.0.0.1:8000 CODE       # joins somebody's table
"""

import asyncio
import json
import random
import sys
import urllib.request

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def post(url, body):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def sit_down(server, code=None):
    """The table's code, and the token that opens our seat."""
    if code is None:
        seats = ["me", *[{"bot": "random"}] * 3]
        opened = post(f"{server}/api/tables", {"edition": "sixth", "players": 4, "seats": seats, "start": True})
        return opened["code"], opened["token"]
    return code, post(f"{server}/api/tables/{code}/join", {"name": f"random {random.randrange(1000)}"})["token"]


async def play(server, code, token, chance=random):
    """Play to the end; reconnect when the line breaks. Returns the final view."""
    version, sent = None, 0
    while True:
        try:
            async with connect(f"{server.replace('http', 'ws', 1)}/api/tables/{code}/play", max_size=None) as socket:
                await socket.send(json.dumps({"type": "hello", "version": version, "token": token, "whole": True}))
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] in ("welcome", "update"):
                        version, view = message["version"], message["view"]
                        if view and view["winner"] is not None:
                            return view
                        if view and view["seat"] in view["to_act"]:
                            sent += 1
                            act = {"type": "act", "id": f"{version}-{sent}", "version": version, "action": chance.choice(message["legal"])}
                            await socket.send(json.dumps(act))
                    elif message["type"] == "refused" and message["code"] != "stale":  # stale: an update is on its way
                        raise SystemExit(f"{message['code']}: {message['sentence']}")
        except (OSError, ConnectionClosed):
            await asyncio.sleep(1)


if __name__ == "__main__":
    here, *rest = sys.argv[1:] or ["http://127.0.0.1:8000"]
    table, secret = sit_down(here, *rest)
    print(f"playing at {here}/t/{table}")
    end = asyncio.run(play(here, table, secret))
    print(f"{end['seats'][end['winner']]['colour']} wins; we had {end['seats'][end['seat']]['total_points']} points")
