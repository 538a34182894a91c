"""Where the checkout is that the tests belong to."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
