"""The comparison component: two translations side by side, and what each of their words looks at."""

from typing import Any

from viewer.component.component import component


def compare(data: dict[str, Any] | None, waiting: str, key: str) -> None:
    """Draw the comparison; hovering, choosing a token, a layer or a head happens in the browser alone.

    Args:
        data: from `viewer.translate.comparison.for_browser`; None for nothing to show yet.
        waiting: what is said then.
        key: of the component.
    """
    draw = component("translate/compare.js", '<div class="comparison"></div>')
    draw(data={"comparison": data, "waiting": waiting}, key=key)
