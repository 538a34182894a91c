"""The front page under its other name."""

from pages.translate import PAGE
from viewer.app.page import run_app

__all__ = ["PAGE"]

if __name__ == "__main__":
    run_app()
