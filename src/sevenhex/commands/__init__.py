"""One module per sub-command of `sevenhex`, found by its file name; nothing here is imported before it is called.

A module's docstring begins with the one line that `sevenhex --help` shows. It exports `command`, a function in Typer's
style, or `app`, a `typer.Typer` for a command with sub-commands of its own. A file whose name starts with `_` is no command.
"""
