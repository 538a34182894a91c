"""What the page “The bottleneck” says, apart from its pictures."""

LOOK = (
    "Before attention, one network read the English into a single vector, and a second one wrote the translation from "
    "that vector alone."
)
STORY = (
    "Before attention, a recurrent network read a sentence word by word into one hidden state, and a second one wrote "
    "the translation from that single vector. It’s the same size for five words or fifty. See what’s left of each word."
)
BACKWARDS = (
    "Sutskever, Vinyals and Le (2014) fed the source in reverse: its first words, which the translation begins with, "
    "are then the freshest in the vector. This shows a different model, trained that way."
)
BY_LENGTH = (
    "The captions of Multi30k’s test set are short, so longer inputs are captions joined by “and”. The models saw few "
    "sentences that long in training, and all get worse. The Transformer falls below Bahdanau’s model mostly because "
    "it stops early, and BLEU penalises short output. All trained for the same time and use beam search."
)
PUBLISHED = (
    "**What Bahdanau, Cho and Bengio found in 2014.** Their figure 2 plots BLEU against sentence length. Both models "
    "with a fixed vector drop steeply beyond 20 to 30 words, the one trained on longer sentences a little later. The "
    "model that looks back and was trained on up to 50 words doesn’t drop at all, not even beyond 50. Their table 1, "
    "English to French news:"
)
ONLY_SHAPES = (
    "Those models are about ten times larger and learned from different data, so compare only the shapes, not the "
    "figures."
)
