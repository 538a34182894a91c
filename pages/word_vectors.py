"""Word vectors: a row of numbers for each word, learned from the company it keeps."""

from viewer.app.page import UNDERSTAND, Caption, InApp, Page, Picture, Section, Table, Text, run_app
from viewer.pictures.before.models import check_source
from viewer.pictures.before.word_vectors import fields

PAGE = Page(
    address="word_vectors",
    title="Word vectors",
    group="Before and after",
    in_order=True,
    look=(
        "Each word has a row of numbers, learned from the words around it in many sentences. Words used in similar "
        "ways can end up close."
    ),
    story=(
        "Words that keep similar company have similar meanings. In 2013 word2vec made vectors of that idea popular: "
        "each word gets a row of numbers, moved a little each time it predicts the words around it. Nobody told it "
        "what a colour or a city is. Type a word to see which words are close to it."
    ),
    about_sentence=False,
    french_only=True,
    parts=(
        InApp(check_source),
        Section(
            "",
            (
                InApp(fields.ask_for_word),
                Picture(
                    "before/word_vectors/near.js",
                    fields.closest_to,
                    key="before_vectors_near",
                    answers={"word": fields.take_word},
                ),
            ),
        ),
        Section(
            "",
            (
                InApp(fields.ask_for_senses),
                Section(
                    fields.name_senses,
                    (Picture("before/word_vectors/drift.js", fields.senses_of, key="before_vectors_senses"),),
                ),
                Caption(fields.tell_senses),
            ),
            depth=UNDERSTAND,
        ),
        Section(
            "Analogies",
            (
                Text("*a* is to *b* as *c* is to …? The word nearest to *b* − *a* + *c*, not counting those three."),
                Section("", (InApp(fields.ask_for_analogy),)),
                Text("**How many are right.** One hit proves little, so here is our own list, counted:"),
                Table("How many analogies are right", fields.right_analogies),
                Caption(
                    "An analogy is right if the nearest word is the expected one; only questions whose four words all "
                    "have vectors count. The vectors come from short everyday sentences, with few countries and "
                    "languages in them."
                ),
            ),
            depth=UNDERSTAND,
        ),
        Section(
            "How they are learned: one step at a time",
            (
                InApp(fields.ask_for_lesson),
                Picture("before/word_vectors/word_vectors.js", fields.steps_of, key="before_vectors"),
            ),
            depth=UNDERSTAND,
        ),
    ),
)

if __name__ == "__main__":
    run_app()
