"""What the chapter on attention heads shows of a sentence: every head's weights, each head's role, and all joined."""

from transformer.analysis.measures.head_shares import attention_shares
from transformer.model.attentions import ATTENTION_KINDS, layers_of, place
from viewer.walk.frame.attention import attended
from viewer.walk.frame.frame import Stage
from viewer.walk.frame.passage import Passage
from viewer.walk.heads import roles
from viewer.walk.heads.snippets import SNIPPETS
from viewer.widgets.payload import Payload


def stage(passage: Passage) -> Stage:
    """What enters all attentions, so that every focus is computed and drawn in the browser; roles; and a check.

    The fact `difference` has for each kind and layer the largest difference between the sum of what the heads write and
    the model's output, both in 32 bits.
    """
    model, trace = passage.translator.model, passage.trace
    places = {kind: [place(kind, at) for at in range(layers_of(model.config, kind))] for kind in ATTENTION_KINDS}
    difference = {kind: [attention_shares(model, trace, at).difference for at in each] for kind, each in places.items()}
    own, constants = attended(passage)
    facts = {**roles.facts(passage), "difference": difference, **own.facts}
    return Stage(Payload(facts, own.tensors), SNIPPETS, constants, "walk/heads/live.js")
