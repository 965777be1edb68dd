"""What REST calls answer, by subject, beside the forms that the WebSocket uses too (`base/forms.py`).

The page's client is made from them (`scripts/make_client.py`).
"""
