"""Residual, norm, feed-forward: what each sublayer adds to the stream, how LayerNorm scales it, which neurons speak."""

from viewer.app.page import InApp, Page, Picture, run_app
from viewer.frame.activations import of_sublayers
from viewer.frame.walk import chapter, draw_doors
from viewer.pictures.walk.residual.guesses import guesses
from viewer.pictures.walk.residual.neurons import of_model, pointed_to
from viewer.pictures.walk.residual.snippets import snippets

PAGE = Page(
    address="residual",
    title="Residual, norm, feed-forward",
    short="Residual",
    group="Walk through",
    in_order=True,
    look="A word’s vector, its list of numbers, runs through all layers; attention and feed-forward add to it.",
    story=(
        "Each token’s vector runs through the whole stack, and every sublayer adds something to it: this is the "
        "residual stream. A LayerNorm keeps its numbers in a range the sublayers can work with. After attention "
        "comes a feed-forward layer, which works on each token alone; most of its neurons stay at or near 0."
    ),
    waiting="the model’s numbers appear here.",
    parts=(
        Picture(
            "walk/residual/residual.js",
            chapter(
                lambda translator: snippets(translator.model.config.activation),
                of_model=of_model,
                modules=(
                    *(
                        "encoder_norm",
                        "encoder_layers.*.self_attention_add.norm",
                        "encoder_layers.*.feed_forward_add.norm",
                    ),
                    *(
                        "decoder_norm",
                        "decoder_layers.*.self_attention_add.norm",
                        "decoder_layers.*.feed_forward_add.norm",
                    ),
                    *("decoder_layers.*.cross_attention_add.norm",),
                    *("encoder_layers.*.feed_forward.expand", "decoder_layers.*.feed_forward.expand"),
                ),
                constants=pointed_to,
                decode={"kind": "guesses"},
                decoded=guesses,
            ),
            needs=("encoder.input", "decoder.input", *of_sublayers("output"), "encoder.output", "decoder.output"),
            key="walk_residual",
        ),
        InApp(draw_doors),
    ),
)

if __name__ == "__main__":
    run_app()
