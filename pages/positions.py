"""Positional encoding: the sines that are added to the embeddings, and what becomes of order without them."""

from transformer.model.attentions import STACKS
from viewer.app.page import InApp, Page, Picture, run_app
from viewer.app.state import ORDERED
from viewer.frame.walk import chapter, draw_doors
from viewer.pictures.walk.positions.order import orders
from viewer.pictures.walk.positions.snippets import snippets
from viewer.pictures.walk.positions.tables import of_model, tables

PAGE = Page(
    address="positions",
    title="Positional encoding",
    short="Positions",
    group="Walk through",
    in_order=True,
    look="The encoder’s attention alone can’t see the order of words, so a different pattern is added at each place.",
    story=(
        "Attention by itself can’t tell what order the tokens are in, so a vector encoding the position is added "
        "to each token’s vector. It’s made of sines and cosines, fast ones and slow ones, and is the same in "
        "every sentence."
    ),
    opening=ORDERED[0],
    waiting="the model’s numbers appear here.",
    parts=(
        Picture(
            "walk/positions/positions.js",
            chapter(snippets, of_model=of_model, constants=tables, decode={"kind": "orders"}, decoded=orders),
            needs=tuple(f"{stack}.{part}" for stack in STACKS for part in ("embedding", "positions", "input")),
            key="walk_positions",
        ),
        InApp(draw_doors),
    ),
)

if __name__ == "__main__":
    run_app()
