"""One WebSocket: messages, connection, frames."""
