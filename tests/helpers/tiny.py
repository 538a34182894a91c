"""Tiny models and sentences for the tests of `transformer/`."""

import torch
from torch import Tensor

from transformer.corpora import Pair
from transformer.model.config import ModelConfig
from transformer.model.probe import Recorder
from transformer.model.transformer import Transformer
from transformer.model.translation_model import TranslationModel

PAIRS = [
    Pair(english, french)
    for english, french in [
        ("I don't know.", "Je ne sais pas."),
        ("I'm tired.", "Je suis fatigué."),
        ("I'm hungry.", "J'ai faim."),
        ("You're late.", "Tu es en retard."),
        ("He doesn't sleep.", "Il ne dort pas."),
        ("She's at home.", "Elle est à la maison."),
        ("The friend is here.", "L'ami est ici."),
        ("The tree is tall.", "L'arbre est grand."),
        ("The cat drinks water.", "Le chat boit de l'eau."),
        ("The dog eats bread.", "Le chien mange du pain."),
        ("We are happy.", "Nous sommes contents."),
        ("They don't work today.", "Ils ne travaillent pas aujourd'hui."),
        ("It's raining.", "Il pleut."),
        ("It's cold.", "Il fait froid."),
        ("I have 2 sisters.", "J'ai 2 sœurs."),
        ("I have 13 books.", "J'ai 13 livres."),
        ("What is it?", "Qu'est-ce que c'est ?"),
        ("He thinks that it is true.", "Il pense que c'est vrai."),
        ("I believe he is right.", "Je crois qu'il a raison."),
        ("Good morning!", "Bonjour !"),
        ("Thank you very much.", "Merci beaucoup."),
        ("The children play outside.", "Les enfants jouent dehors."),
        ("My mother reads a book.", "Ma mère lit un livre."),
        ("My brother drinks tea.", "Mon frère boit du thé."),
        ("The garden is green.", "Le jardin est vert."),
        ("The house is small.", "La maison est petite."),
        ("We won't go there.", "Nous n'irons pas là-bas."),
        ("Open the window.", "Ouvre la fenêtre."),
        ("Close the door.", "Ferme la porte."),
        ("Where is the station?", "Où est la gare ?"),
    ]
]


def tiny_config(**changes: object) -> ModelConfig:
    """Two layers, four heads, no dropout."""
    sizes: dict[str, object] = {
        "vocabulary_size": 23,
        "encoder_layers": 2,
        "decoder_layers": 2,
        "d_model": 16,
        "heads": 4,
        "d_ff": 24,
        "dropout": 0.0,
        "max_length": 32,
    }
    return ModelConfig(**{**sizes, **changes})  # type: ignore[arg-type]


def tiny_model(seed: int = 0, spread: float = 1.0, **changes: object) -> Transformer:
    """A random model in evaluation mode, whose biases and norms are random too, so that none can be forgotten unseen.

    Args:
        seed: of the weights.
        spread: factor on the output matrix; larger values make the model surer of itself.
        changes: to `tiny_config`.
    """
    torch.manual_seed(seed)
    model = Transformer(tiny_config(**changes))
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith("bias"):
                parameter.normal_(std=0.3)
            elif "norm" in name:
                parameter.normal_(mean=1.0, std=0.3)
        if not model.config.tied_embeddings:
            model.output_projection.weight.normal_(std=spread)
    return model.eval()


def record_pass(model: TranslationModel, source: Tensor, target: Tensor) -> dict[str, Tensor]:
    """Every activation of one pass; those of a single pair are without the batch."""
    recorder = Recorder()
    model(source, target, recorder)
    return {name: value.squeeze(0) for name, value in recorder.activations.items()}


def constant_model(logits: list[float], **changes: object) -> Transformer:
    """A model that scores the next token the same way whatever it has read."""
    model = tiny_model(vocabulary_size=len(logits), norm="pre", tied_embeddings=False, **changes)
    with torch.no_grad():
        model.decoder_norm.weight.zero_()
        model.decoder_norm.bias.zero_()
        model.decoder_norm.bias[0] = 1.0
        model.output_projection.weight.zero_()
        model.output_projection.weight[:, 0] = torch.tensor(logits)
    return model


def random_tokens(rows: int, length: int, vocabulary_size: int = 23, seed: int = 0) -> Tensor:
    """Ids of ordinary tokens, (rows, length)."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(4, vocabulary_size, (rows, length), generator=generator)


def write_tsv(path, pairs=PAIRS) -> str:
    """Pairs as a TSV file; returns its path as text."""
    path.write_text("".join(f"{pair.source}\t{pair.target}\n" for pair in pairs), encoding="utf-8")
    return str(path)
