"""One WebSocket: messages, connection, and the quick path for whole text frames."""
