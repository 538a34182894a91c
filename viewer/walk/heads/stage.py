"""What the chapter on attention heads shows of a sentence: every head's weights, each head's role, and all joined."""

from functools import cache

from transformer.model.attentions import ATTENTION_KINDS, all_layers
from viewer.component.modules import BROWSER, bundle
from viewer.component.parcel import Parcel
from viewer.walk.frame import Stage
from viewer.walk.heads import joined, roles
from viewer.walk.heads.snippets import SNIPPETS
from viewer.walk.passage import Passage


@cache
def standalone_page() -> str:
    """The page into which the browser puts the weights to be kept as one file; `⟨data⟩` marks their place."""
    folder = BROWSER / "walk" / "heads"
    joined_modules = bundle(folder / "standalone.js")
    page = (folder / "standalone.html").read_text(encoding="utf-8")
    return page.replace("⟨style⟩", joined_modules.style).replace("⟨script⟩", joined_modules.script)


def stage(passage: Passage) -> Stage:
    """The weights of all heads, so that every focus is drawn in the browser; with them the roles and the shares."""
    weights = {f"{kind}.weights": all_layers(passage.trace, kind, "weights") for kind in ATTENTION_KINDS}
    together = joined.parcel(passage)
    facts = {"roles": roles.facts(passage), "standalone": standalone_page(), **together.facts}
    return Stage(Parcel(facts, {**weights, **together.tensors}), SNIPPETS)
