"""The calls by subject; `app.py` puts them together."""
