"""The command `glassformer`, which first makes sure that the packages it will import are ours.

Whoever has a `transformer.py` of their own where Python looks first, such as the folder they work in, would run that.
This module has the one name that nobody else uses.
"""

import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent


@cache  # the app asks at every visit
def shadowing() -> str | None:
    """A sentence about the file that Python finds in place of one of our packages, if there is one."""
    for name in ("transformer", "viewer"):
        found = find_spec(name)
        origin = found and found.origin
        if origin and Path(origin).resolve() != ROOT / name / "__init__.py":
            return f"{origin} hides Glassformer's package {name!r}: rename it, or start from another folder."
    return None


def main() -> int:
    """Run a command; the exit status is that of `python -m transformer`."""
    if told := shadowing():
        print(f"error: {told}", file=sys.stderr)
        return 2
    from viewer.__main__ import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
