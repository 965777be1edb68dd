"""A passkey made of software, for tests: it answers as a browser would."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.host = origin.split("//")[1].split(":", maxsplit=1)[0]
        self.id, self.key, self.count = secrets.token_bytes(16), ec.generate_private_key(ec.SECP256R1()), 0

    def client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def data(self, flags: int) -> bytes:
        self.count += 1
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def create(self, options: dict) -> dict:
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        made = {"fmt": "none", "attStmt": {}, "authData": self.data(PRESENT | VERIFIED | ATTESTED) + attested}
        client = self.client_data("webauthn.create", options["challenge"])
        response = {"clientDataJSON": encoded(client), "attestationObject": encoded(cbor2.dumps(made))}
        return {"id": encoded(self.id), "rawId": encoded(self.id), "type": "public-key", "response": response}

    def get(self, options: dict) -> dict:
        client, data = self.client_data("webauthn.get", options["challenge"]), self.data(PRESENT | VERIFIED)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        response = {"clientDataJSON": encoded(client), "authenticatorData": encoded(data), "signature": encoded(signature)}
        return {"id": encoded(self.id), "rawId": encoded(self.id), "type": "public-key", "response": response}
