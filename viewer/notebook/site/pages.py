"""The pages of the site: for each sentence, the data of the app's page, and the modules that draw it."""

import gzip
import importlib
import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from transformer import Greedy
from transformer.analysis.evaluation.search_comparison import SearchComparison
from transformer.errors import GlassformerError
from transformer.model.measurements import load_measurement
from viewer.app import resources
from viewer.learn.start.tour import payload as tour
from viewer.walk.chapters import CHAPTERS
from viewer.walk.frame import frame
from viewer.walk.frame.constants import Constants
from viewer.walk.frame.passage import passage_of
from viewer.watch.machine.stage import payload as machine
from viewer.watch.search import tree
from viewer.watch.steps import branches, player
from viewer.watch.titles import SEARCH, STEPS
from viewer.watch.translate.comparison import compared
from viewer.widgets.addresses import handed_out
from viewer.widgets.live.offer import ADDRESSES
from viewer.widgets.modules import VIEWER, bundle
from viewer.widgets.payload import Payload

_FOLDER = VIEWER / "notebook" / "site"


@dataclass(frozen=True)
class Made:
    """A page's payload for one sentence, and what it needs from the model, which is the same for all sentences."""

    payload: Payload
    constants: Constants | None = None


@dataclass(frozen=True)
class Page:
    """One page.

    Attributes:
        title: at its head. story: below it. look: in its place at Look, on a page that has depths.
        entry: the module that draws it. make: of a model and a sentence what the module is sent.
    """

    title: str
    story: str
    entry: str
    make: Callable[[str, str], Made]
    look: str = ""


def _front(model: str, sentence: str) -> Made:
    comparison = compared(model, sentence, resources.DEFAULT_BEAM, resources.DEFAULT_ALPHA)
    made = machine(model, sentence, comparison.badge) if comparison else None
    if made is None:
        raise GlassformerError(f"There is nothing to translate in {sentence!r}.")
    return Made(made)


def _tour(model: str, sentence: str) -> Made:
    """The tour without what a server does: no other word is hidden, and nothing is trained."""
    made = tour(model, sentence)
    own = made.facts["tour"]
    here = {each.slug for each in CHAPTERS}
    stops = [
        {**each, "page": each["page"] if each["page"] in here else ""}
        for each in own["stops"]
        if each["slug"] != "train"
    ]
    return Made(Payload({**made.facts, "tour": {**own, "stops": stops, "alone": True}}, made.tensors))


def _chapter(slug: str) -> Callable[[str, str], Made]:
    def make(model: str, sentence: str) -> Made:
        passage = passage_of(model, sentence)
        if passage is None:
            raise GlassformerError(f"There is nothing to translate in {sentence!r}.")
        stage = importlib.import_module(f"viewer.walk.{slug}.stage").stage(passage)
        name = stage.constants.name if stage.constants else None
        return Made(frame.payload(slug, passage, stage, name), stage.constants)

    return make


def _steps(model: str, sentence: str) -> Made:
    translator, strategy = resources.loaded(model), Greedy()
    made = player.payload(translator, branches.follow(model, sentence, strategy, "", ()), None)
    more = player.typing(translator, model, sentence, strategy, ())
    return Made(Payload({**made.facts, **more}, made.tensors))


def _search(model: str, sentence: str) -> Made:
    """Both searches without their chart, because Plotly's script is as large as half of the site's data."""
    found = tree.search(model, sentence, resources.DEFAULT_BEAM, resources.DEFAULT_ALPHA)
    made = tree.payload(resources.loaded(model), found, load_measurement(model, SearchComparison))
    return Made(Payload({**made.facts, "alone": True}, made.tensors))


PAGES = {
    "index": Page(
        "Glassformer",
        "A Transformer made of glass. Everything you see is computed by the model that translates.",
        "watch/machine/machine.js",
        _front,
    ),
    "start": Page("Tour", "What happens inside a Transformer. Guess first, then look.", "learn/start/tour.js", _tour),
    **{
        each.slug: Page(each.title, each.story, f"walk/{each.slug}/{each.slug}.js", _chapter(each.slug), each.look)
        for each in CHAPTERS
    },
    "steps": Page(STEPS.title, STEPS.story, "watch/steps/steps.js", _steps, STEPS.look),
    "search": Page(SEARCH.title, SEARCH.story, "watch/search/search.js", _search, SEARCH.look),
}


def site_files(model: str, sentences: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Every file of the site, as its path and its content.

    Raises:
        GlassformerError: as for `resources.loaded`, or if a sentence has nothing to translate.
    """
    shared: dict[str, Constants] = {}
    offered: set[str] = set()
    for slug, page in PAGES.items():
        component = bundle(VIEWER / page.entry)
        yield f"code/{slug}.js", component.script_into("globalThis.glassformerComponent").encode()
        yield f"code/{slug}.css", component.style.encode()
        constants, engine = None, None
        for number, sentence in enumerate(sentences):
            made = page.make(model, sentence)
            constants, engine = made.constants, made.payload.facts.get("engine")
            yield f"data/{slug}-{number}.bin", gzip.compress(_alone(made.payload, engine).packed(), mtime=0)
        if engine:
            offered |= {engine["weights"]["address"], *(engine[each] for each in ADDRESSES)}
        if constants is not None:
            shared[constants.name] = constants
        parts = {
            "styles": f'<link rel="stylesheet" href="code/{slug}.css">\n<link rel="stylesheet" href="code/site.css">',
            "scripts": f'<script type="module" src="code/{slug}.js"></script>\n'
            '<script type="module" src="code/site.js"></script>',
        }
        yield f"{slug}.html", _html(slug, sentences, constants, parts, bool(engine)).encode()
    for name, constants in shared.items():
        yield f"data/{name}.bin", gzip.compress(constants.packed, mtime=0)
    for address in sorted(offered):
        yield address, handed_out(address)
    own = bundle(_FOLDER / "site.js")
    yield "code/site.js", own.script.encode()
    yield "code/site.css", own.style.encode()


def whole_page(slug: str, model: str, sentences: Sequence[str]) -> str:
    """One page with all its sentences as a single HTML file, which opens with a double click.

    Raises:
        GlassformerError: as for `site_files`.
    """
    page, own = PAGES[slug], bundle(_FOLDER / "site.js")
    component = bundle(VIEWER / page.entry)
    made = [page.make(model, sentence) for sentence in sentences]
    constants = made[0].constants
    held = {f"{slug}-{number}": _alone(each.payload, None).packed() for number, each in enumerate(made)}
    if constants is not None:
        held[constants.name] = constants.packed
    parts = {
        "styles": f"<style>\n{component.style}\n{own.style}\n</style>",
        "scripts": "\n".join(
            [
                *(
                    f'<script type="text/plain" id="held-{name}">{_packed(each)}</script>'
                    for name, each in held.items()
                ),
                f'<script type="module">\n{component.script_into("globalThis.glassformerComponent")}\n</script>',
                f'<script type="module">\n{own.script}\n</script>',
            ]
        ),
    }
    return _html(slug, sentences, constants, parts)


def _alone(payload: Payload, engine: dict[str, Any] | None) -> Payload:
    """The data without a server: the browser's model, if there is one, does everything."""
    if "engine" not in payload.facts:
        return payload
    return Payload({**payload.facts, "engine": engine and {**engine, "alone": True}}, payload.tensors)


def _html(
    slug: str, sentences: Sequence[str], constants: Constants | None, parts: dict[str, str], is_live: bool = False
) -> str:
    page, name = PAGES[slug], constants.name if constants else None
    facts = {
        "slug": slug,
        "pages": list(PAGES),
        "sentences": list(sentences),
        "constants": name,
        "isLive": is_live,
        "depths": bool(page.look),
    }
    links = " ".join(
        f'<a href="{each}.html"{" aria-current=page" * (each == slug)}>{escape(other.title)}</a>'
        for each, other in PAGES.items()
    )
    filled = {
        "title": escape(page.title),
        "look": escape(page.look),
        "deeper": "data-from=understand" if page.look else "",
        "story": escape(page.story),
        "links": links,
        "facts": json.dumps(facts).replace("<", "\\u003c"),
        "component": f'<div class="walk {page.entry.split("/")[0]}"></div>',
        **parts,
    }
    text = (_FOLDER / "site.html").read_text(encoding="utf-8")
    for name, part in filled.items():
        text = text.replace(f"⟨{name}⟩", part)
    return text


def _packed(content: bytes) -> str:
    return b64encode(gzip.compress(content, mtime=0)).decode()
