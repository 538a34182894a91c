"""Write the app as a folder that any web host can serve, or one of its pages as a single file."""

import argparse
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

from transformer.assets import HOME
from transformer.errors import GlassformerError
from transformer.files import read_lines
from viewer.app import resources
from viewer.app.page import Page
from viewer.site.files import site_files, whole_page
from viewer.site.record import address_of, pages_of

PARTS = {"engine": "models", "data": "examples"}  # what is in a folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `site`."""
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--out", type=Path, help="the folder to write, new or empty")
    where.add_argument("--one-file", type=Path, help="one page as one HTML file, named after it, such as heads.html")
    parser.add_argument(
        "--model",
        nargs="+",
        default=["en-fr", "en-de"],
        help="shipped models or model folders; the first one's pages open first (default: en-fr en-de)",
    )
    parser.add_argument(
        "--with-model",
        action="store_true",
        help="put the model into the one file (15 MB in all), which then translates what you type",
    )
    parser.add_argument("--sentences", type=Path, help="a text file, one sentence per line (default: our examples)")


def run(options: argparse.Namespace) -> None:
    """Compute every page of every sentence, and write them.

    Raises:
        GlassformerError: if the folder is not empty, there is no such page, or there is nothing to translate.
    """
    sentences = read_lines(options.sentences) if options.sentences else resources.examples_of(options.model[0])
    sentences = [each.strip() for each in sentences if each.strip()]
    if not sentences:
        raise GlassformerError(
            f"{options.sentences or options.model[0]} has no sentences: give --sentences a file with one per line."
        )
    pages = load_pages()
    if options.one_file is not None:
        slug, names = options.one_file.stem, [address_of(page, pages) for page in pages]
        if slug not in names:
            raise GlassformerError(f"There is no page {slug!r}: name the file after one of {', '.join(names)}.")
        if slug not in pages_of(options.model[0], pages):
            raise GlassformerError(f"The page {slug!r} needs a model from English to French, not {options.model[0]}.")
        page = whole_page(slug, pages, options.model[0], sentences, options.with_model)
        options.one_file.write_text(page, encoding="utf-8")
        print(f"Written to {options.one_file}.")
        return
    if options.out.exists() and any(options.out.iterdir()):
        raise GlassformerError(f"{options.out} is not empty: choose another --out.")
    sizes: Counter[str] = Counter()
    for name, content in site_files(pages, options.model, sentences):
        path = options.out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        sizes[PARTS.get(path.parent.name, "pages" if path.suffix == ".html" else "code")] += len(content)
    parts = ", ".join(f"{part} {size / 1e6:.1f}" for part, size in sizes.most_common())
    print(
        f"{len(sentences)} sentences, {len(options.model)} models, {sizes.total() / 1e6:.1f} MB ({parts}), written to "
        f"{options.out}."
    )


def load_pages() -> tuple[Page, ...]:
    """The records in the folder `pages/`, which is beside `app.py`, not among the packages."""
    sys.path.insert(0, str(HOME))
    records: tuple[Page, ...] = import_module("pages").PAGES
    return records
