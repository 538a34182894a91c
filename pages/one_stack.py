"""One stack: a decoder-only Transformer that translates, and writes on."""

from viewer.app.page import LOOK, PROVE, UNDERSTAND, Caption, Chart, InApp, Page, Picture, Section, Table, Text, run_app
from viewer.pictures.after.one_stack import bits, measured, writing
from viewer.pictures.after.one_stack.square import square_of, turning_of
from viewer.pictures.before.history import history
from viewer.pictures.before.models import check_languages

PAGE = Page(
    address="one_stack",
    title="One stack",
    group="Before and after",
    in_order=True,
    look="GPT, ChatGPT’s model, is one stack: it reads a text and writes on. Click a token to see where it looks.",
    story=(
        "The encoder-decoder of 2017 has three attentions. From 2018 on, GPT and its followers kept one stack, and so "
        "are called decoder-only: what is read and written is one text, and each token sees those before it. This one "
        "learned to translate from the same pairs, in the same time, as the small encoder-decoder beside it."
    ),
    waiting="its attention will be drawn here.",
    french_only=True,
    parts=(
        InApp(check_languages),
        Picture("after/one_stack/one_stack.js", square_of, key="tall_one_stack"),
        Caption("`</s>` ends the English, `<s>` begins the French. Shares: mean of one layer’s heads.", depth=LOOK),
        Caption("This page has a model of its own, with its own pieces of words.", depth=LOOK),
        Text(
            "**What is lost:** an English word can’t look ahead, so “bank” is read before “river”. **What is gained:** "
            "there is one kind of layer and one text, so anything can be a prompt. A middle way, the prefix, hides "
            "nothing of the English from itself (UniLM, Dong et al. 2019). Models trained that way beat causal ones on "
            "every task in T5’s table 2 (Raffel et al. 2020).",
            depth=UNDERSTAND,
        ),
        Section(
            "Does it translate as well?",
            (
                Picture("before/history/history.js", history.history_of, key="after_history"),
                Caption(history.describe_bleu),
                Caption(history.describe_captions),
                Caption(measured.tell_losses),
            ),
            depth=UNDERSTAND,
        ),
        Section(
            "It writes on",
            (
                Text(
                    "Without the separator `</s> <s>` it is a language model of simple English. It goes on with any "
                    "text: chance draws each next token, a likely one often, an unlikely one now and then. A "
                    "temperature below 1 favours likely ones; top-k and top-p leave out the unlikely."
                ),
                InApp(writing.ask_for_beginning),
                Picture("after/one_stack/writing.js", writing.writing_of, key="after_writing"),
                Text(
                    "**Making things up.** Nothing was looked at or looked up: the model writes what often follows "
                    "such words, whether it’s true or not."
                ),
                Text(
                    "**What a chatbot adds.** *More text:* GPT-3 read 300 billion tokens. *More layers:* it has 96, "
                    "and 175 billion parameters (Brown et al. 2020). *Instructions:* it goes on learning from "
                    "questions with good answers (Wei et al. 2022, FLAN). *Feedback:* people compare its answers, and "
                    "it learns to write what they prefer (Christiano et al. 2017). With both, people preferred the "
                    "answers of a model of 1.3 billion parameters to GPT-3’s (Ouyang et al. 2022)."
                ),
            ),
            depth=UNDERSTAND,
        ),
        Section(
            "Cache and context",
            (
                Text(
                    "Nothing that a token has read changes later, since no token looks ahead. So its key and its value "
                    "in every layer are kept, and each step computes one token instead of the whole text. There is no "
                    "query in the cache: a query is asked once, by its own token, and no later token needs it. To read "
                    "n tokens takes n · n scores: twice the length, four times as many."
                ),
                Table("Bytes of a cache", measured.cache_table),
                Caption(
                    "7 billion parameters: Llama 2’s layers and width (Touvron et al. 2023), in 16 bits. With 4 "
                    "queries to a key, 8 heads of keys and values serve 32 heads of queries (Ainslie et al. 2023)."
                ),
                Chart(measured.time_chart, when=measured.is_timed),
                Caption(measured.tell_machine, when=measured.is_timed),
            ),
            depth=PROVE,
        ),
        Section(
            "Fewer bits",
            (
                Text(
                    "A weight needn’t be exact. Here is your sentence with every matrix rounded, row by row; vectors, "
                    "such as biases, stay as they are. Coloured: what that changes."
                ),
                Picture("before/history/history.js", lambda visit: bits.payload(visit.sentence), key="after_bits"),
                Caption(
                    "Greedy decoding; BLEU on the captions of the page History, with 95% intervals, measured by python "
                    "-m transformer measure bits. Real systems round groups of weights, or learn with rounding."
                ),
            ),
            depth=PROVE,
        ),
        Section(
            "What changed since 2017",
            (
                Text(
                    "**RoPE** adds nothing to the embedding: it turns each query and key by its place, the first pair "
                    "of numbers fast, the last slowly. Turning both by as much doesn’t change their product: of their "
                    "places only the distance counts. Here a query and a key of this model, which learned without it, "
                    "are turned. **ALiBi** turns nothing: the further apart two tokens are, the more it takes from "
                    "their score (Press et al. 2022)."
                ),
                Picture("after/one_stack/rotation.js", turning_of, key="after_rotation"),
                Text(
                    "**Pre-norm** normalises what a sublayer reads, so the sum along the layers stays untouched and a "
                    "gradient passes it unchanged. Post-norm, as in 2017, normalises the sum itself, at every layer: "
                    "near the output its gradients are large, and the deeper the stack, the more it needs a careful "
                    "warm-up (Xiong et al. 2020)."
                ),
                Table("Each change in a tiny model", measured.change_table),
                Caption(measured.describe_changes),
            ),
            depth=PROVE,
        ),
    ),
)

if __name__ == "__main__":
    run_app()
