"""A program with an account of its own: waits to be invited, sits down, plays random legal actions (docs/protocol.md, "Programs").

python examples/guest_program.py http://127.0.0.1:8000 TOKEN [GAMES]     # the token comes from the account's page, #/me
"""

import asyncio
import json
import sys
import urllib.request

from random_client import play


def call(server, token, method, path, body=None):
    head = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(server + path, None if body is None else json.dumps(body).encode(), head, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def events(server, token):
    """Lines of JSON, for as long as somebody reads them; the server ends the stream now and then, and is asked again."""
    while True:
        request = urllib.request.Request(server + "/api/program/events", headers={"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request, timeout=60) as lines:
            for line in lines:
                if line.strip():
                    yield json.loads(line)


def serve(server, token, games=None):
    """Accept every invitation, one game after the other."""
    played = 0
    for event in events(server, token):
        if event["type"] == "invited":
            seated = call(server, token, "POST", f"/api/tables/{event['table']}/join", {})
            view = asyncio.run(play(server, event["table"], seated["token"]))
            print(f"{event['table']}: {view['seats'][view['winner']]['colour']} wins")
            played += 1
        if played == games:
            return


if __name__ == "__main__":
    here, secret, *most = sys.argv[1:]
    serve(here.rstrip("/"), secret, int(most[0]) if most else None)
