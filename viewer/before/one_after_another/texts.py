"""What the page “Word by word” says, apart from its pictures."""

LOOK = (
    "A recurrent network reads one word after another, and each word waits for the one before. A Transformer’s encoder "
    "reads all words at once, layer by layer."
)
STORY = (
    "A recurrent network can’t read a word until it has finished the one before: fifty words take fifty steps, one "
    "after another, however many processors you have. In a layer of the Transformer’s encoder, no word waits for "
    "another. Play the sentence and see who waits for whom."
)
ORDERS = (
    "The paper gives orders of growth, O(…); like them, these numbers leave out constant factors. Self-attention needs "
    "fewer operations while n is smaller than d; for very long texts n² gets expensive."
)
READING_AND_WRITING = (
    "**Reading and writing.** When it reads, the Transformer doesn’t wait. When they *write*, all of them wait: each "
    "token needs the one before."
)
ONE_CORE = "Measured on one core, which does one thing after another anyway, so waiting costs least."
LEARNING = (
    "**Learning.** All models are about the same size. In training the Transformer’s decoder reads all words at once "
    "too, since the whole translation is known. That saves time only if several processors work in parallel; these "
    "models trained on one core each, where speed depends on the number of multiplications."
)
REACH = (
    "**How far back a loss reaches.** Between reading a word and writing a token, a recurrent network without "
    "attention takes many steps, and the gradient of the token’s loss has to come back through all of them. Mean over "
    "held-out sentences:"
)
READ_APART = "Read each curve by itself, since the models’ vectors differ in length."
FOCUS = (
    "So the long chain doesn’t stop the gradient here: gates carry it far. What the fixed vector lacks is focus: the "
    "strips above show its gradient spread more evenly over the words than with attention."
)
