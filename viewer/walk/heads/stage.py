"""What the chapter on attention heads shows of a sentence: every head's weights, each head's role, and all joined."""

from viewer.walk.frame.attention import attended
from viewer.walk.frame.frame import Stage
from viewer.walk.frame.passage import Passage
from viewer.walk.heads import roles
from viewer.walk.heads.snippets import SNIPPETS
from viewer.widgets.payload import Payload


def stage(passage: Passage) -> Stage:
    """What enters all attentions, so that every focus is computed and drawn in the browser; and roles."""
    own, constants = attended(passage)
    facts = {**roles.facts(passage), **own.facts}
    return Stage(Payload(facts, own.tensors), SNIPPETS, constants, "walk/heads/live.js")
