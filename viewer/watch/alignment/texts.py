"""What the page “Alignment” says, apart from its pictures."""

LOOK = (
    "Nobody told the model which words belong together. Each word of the translation is linked to the English word "
    "that counted most for it."
)
STORY = (
    "Nobody told the model which words belong together: its cross-attention learned where to look. "
    "Here each word of the translation is linked to the English word that counted most for it, by the method that "
    "links best. Compare methods and heads."
)
