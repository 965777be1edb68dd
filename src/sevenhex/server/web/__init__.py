"""HTTP around the rooms: requests, security, middleware, errors."""
