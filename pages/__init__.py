"""What a visitor meets: one record for each address, in the order of the menu.

A record says what a page is called, what it promises, and what it shows from top to bottom; pictures, and what they are
sent, come from `viewer/`. To add a page, write its record, and add its address here.
"""

from importlib import import_module

from viewer.app.page import Page

ADDRESSES = (
    "translate",
    "start",
    # Walk through
    "embedding",
    "positions",
    "projections",
    "scores",
    "heads",
    "residual",
    "output",
    # Watch it decode
    "steps",
    "search",
    "alignment",
    # Before and after
    "history",
    "bottleneck",
    "looking_back",
    "one_after_another",
    "word_vectors",
    "one_stack",
    # What if
    "case",
    "laboratory",
    "head_ablation",
    "why",
    "patching",
    # Train
    "one_step",
    "training",
    "learning",
    # Learn
    "exercises",
    "questions",
    "glossary",
    "model_card",
    # Teach
    "teach",
    "classroom",
)
PAGES: tuple[Page, ...] = tuple(import_module(f".{each}", __name__).PAGE for each in ADDRESSES)
