"""Word vectors: a row of numbers for each word, learned from the company it keeps."""

import streamlit as st

from transformer import GlassformerError
from viewer.app import resources, shell
from viewer.app.text_field import text_field
from viewer.before import models
from viewer.before.word_vectors import map as word_map
from viewer.before.word_vectors import near, senses, shipped, steps, texts
from viewer.before.word_vectors.shipped import Kind
from viewer.widgets import charts, tables
from viewer.widgets.component import component

# In the address.
WORD, KIND, RATE, LEARNED, SENSE = "word", "table", "rate", "learned", "sense"
ANALOGY = {"a": "man", "b": "king", "c": "woman"}
EXAMPLE = "The black dog sleeps in front of the door."
LONGEST_WORD, LONGEST_SENTENCE = 40, 400  # characters


def show() -> None:
    """Draw the page."""
    shell.head("Word vectors", f"{texts.STORY} Type a word to see which words are close to it.", look=texts.LOOK)
    try:
        models.check_source(resources.loaded(resources.model_name()))
        _neighbours()
        with st.container(key="from_understand_more"):
            _analogies()
            _one_step()
            _in_context()
    except GlassformerError as error:  # a file or a model that cannot be read
        shell.problem(str(error))


def _field(label: str, key: str, default: str, longest: int) -> str:
    return text_field(label, default, key=key, longest=longest, bind="query-params", live="400ms").strip()


def _kind(key: str) -> Kind:
    chosen = st.segmented_control(
        "Learned by",
        list(shipped.NAMES),
        default="skip-gram",
        format_func=lambda kind: shipped.NAMES[kind],
        key=key,
        bind="query-params",
    )
    return chosen or "skip-gram"


def _neighbours() -> None:
    with st.container(horizontal=True, key="before_vectors_word", vertical_alignment="bottom"):
        word = _field("An English word", WORD, shipped.OPENING, LONGEST_WORD)
        with st.container(key="from_understand_table", width="content"):
            kind = _kind(KIND)
    both = {name: shipped.opened(each) for each, name in shipped.NAMES.items()}
    translator = resources.loaded(resources.model_name())
    if not word:
        st.info("Type a word above to see it on the map.", icon=":material/edit:")
        return
    try:
        shipped.known(shipped.opened(kind), word)
        closest = " ".join(f":gray-badge[{shell.plain(each.word)}]" for each in shipped.opened(kind).neighbours(word))
        with st.container(key="at_look_picture"):
            st.subheader(shell.plain(f"The words closest to “{word}”"), anchor=False)
            st.markdown(closest)
            st.caption(texts.SQUASHED.format(shipped.opened(kind).vectors.size(1)))
        charts.show(word_map.chart(kind, word), "before_vectors_map")
        found = near.near(both, near.EMBEDDING, translator, word)
    except GlassformerError as error:
        shell.problem(str(error))
        return
    with st.container(key="from_understand_near"):
        _in_three_tables(word, found)


def _in_three_tables(word: str, found: near.Near) -> None:
    st.caption(word_map.CAPTION)
    st.subheader(near.TITLE, anchor=False)
    tables.show(found.table(), f"Words closest to {word} in three tables", "before_vectors_near")
    st.caption(shell.plain(found.caption()))
    st.caption(texts.LANGUAGES)


def _analogies() -> None:
    st.subheader("Analogies", anchor=False)
    st.markdown(texts.ANALOGY)
    columns = st.columns(3, gap="small")
    words = []
    for column, (name, default) in zip(columns, ANALOGY.items(), strict=True):
        with column:
            words.append(_field(name, name, default, LONGEST_WORD))
    a, b, c = words
    if all(words):
        try:
            for kind, name in shipped.NAMES.items():
                shipped.known(shipped.opened(kind), *words)
                answers = shipped.opened(kind).analogy(a, b, c)
                rest = ", ".join(f"{each.word} ({each.cosine:.2f})" for each in answers[1:])
                told = f"{name}: {a} is to {b} as {c} is to “{answers[0].word}” ({answers[0].cosine:.2f}). Then {rest}."
                st.markdown(shell.plain(told))
        except GlassformerError as error:
            shell.problem(str(error))
    else:
        st.info("Type three words.", icon=":material/edit:")
    st.markdown(texts.COUNTED)
    tables.show(shipped.analogies_held(), "How many analogies are right", "before_vectors_held")
    st.caption(texts.RIGHT)


def _one_step() -> None:
    st.subheader(steps.TITLE, anchor=False)
    sentence = _field("A sentence to learn from", "lesson", EXAMPLE, LONGEST_SENTENCE)
    with st.container(horizontal=True, key="before_vectors_step", vertical_alignment="bottom"):
        kind = _kind(LEARNED)
        rate = st.segmented_control(
            "Learning rate",
            list(steps.RATES),
            default=steps.RATE,
            key=RATE,
            bind="query-params",
            help="Training began at 0.025.",
        )
    data = steps.payload(kind, sentence, rate or steps.RATE)
    if data is None:
        st.info("Type a sentence with at least two words that have vectors.", icon=":material/edit:")
        return
    component("before/word_vectors/word_vectors.js")(data=data.packed(), key="before_vectors")


def _in_context() -> None:
    st.subheader(senses.TITLE, anchor=False)
    st.markdown(texts.IN_CONTEXT)
    word = _field("A word", SENSE, senses.WORD, LONGEST_WORD)
    left, right = st.columns(2, gap="small")
    with left:
        first = _field("in one sentence", "first", senses.FIRST, LONGEST_SENTENCE)
    with right:
        second = _field("and in another", "second", senses.SECOND, LONGEST_SENTENCE)
    found = senses.in_context(resources.model_name(), word, first, second)
    if isinstance(found, str):
        st.info(shell.plain(found), icon=":material/edit:")
        return
    charts.show(senses.chart(found), "before_vectors_senses")
    st.caption(shell.plain(found.caption()))
    if found.others:
        tables.show(found.nearest(), f"Sentences that use {word} most similarly", "before_vectors_nearest")
        st.caption(senses.COMPARED)
    else:
        st.caption(shell.plain(f"We have sentences to compare only for {', '.join(senses.SENSES)}, none for {word}."))


show()
