"""Games as text: actions (`speech`), positions (`position`), whole games (`record`) and JSON for programs (`compact`).

All of it is text on one side and plain data on the other; `Game` is imported for its type only. The grammar stands in docs/notation.md.
"""
