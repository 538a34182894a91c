"""Glossary: key terms, each in one to three sentences with an example, and the page that shows it."""

from viewer.app.page import Page, Picture, run_app
from viewer.pictures.learn.glossary.words import payload

PAGE = Page(
    address="glossary",
    title="Glossary",
    group="Learn",
    story=(
        "Key terms in plain English, each with an example, of the English-French model where it needs one. “The paper” "
        "is “Attention Is All You Need” (Vaswani et al. 2017)."
    ),
    about_sentence=False,
    parts=(Picture("learn/glossary/glossary.js", payload, key="glossary"),),
)

if __name__ == "__main__":
    run_app()
