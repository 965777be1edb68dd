"""`python -m sevenhex` is `sevenhex`."""

from .cli import main

if __name__ == "__main__":
    main()
