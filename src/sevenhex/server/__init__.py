"""The game server: REST for the lobby and records, WebSocket for play (docs/protocol.md)."""
