"""What the page “Glossary” says, apart from its pictures."""

STORY = (
    "Key terms in plain English. Wherever one has a dotted underline, it links here. "
    "“The paper” is “Attention Is All You Need” (Vaswani et al. 2017)."
)
