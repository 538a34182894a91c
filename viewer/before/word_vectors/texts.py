"""What the page “Word vectors” says, apart from its pictures."""

LOOK = (
    "Each word has a row of numbers, learned from the words around it in many sentences. Words used in similar ways "
    "end up close."
)
SQUASHED = "The map squashes {} numbers into two, so it can draw close words far apart."
STORY = (
    "Words that keep similar company have similar meanings. In 2013 word2vec made vectors of that idea popular: each "
    "word gets a row of numbers, moved a little each time it predicts the words around it. Nobody told it what a "
    "colour or a city is."
)
ON_THE_MAP = (
    "on the plane in which they differ most, and the ten words closest to yours. Hover over a word to see its own. "
    "A plane shows little of a vector’s 100 numbers; which words are closest is computed from all 100."
)
LANGUAGES = (
    "Skip-gram and CBOW know only English. The Transformer’s table is shared by both languages and was learned by "
    "translating, so a word’s translation can be among the closest."
)
ANALOGY = "*a* is to *b* as *c* is to …? The word nearest to *b* − *a* + *c*, not counting those three."
COUNTED = "**How many are right.** One hit proves little, so here is our own list, counted:"
RIGHT = (
    "An analogy is right if the nearest word is the expected one; only questions whose four words all have vectors "
    "count. The vectors come from short everyday sentences, with few countries and languages in them."
)
IN_CONTEXT = (
    "A table has one row for “bank”, whether it’s by a river or holds money. The Transformer’s encoder starts from "
    "such a row too, but each layer adds what the other words say."
)
