"""The errors a person can do something about.

Whatever goes wrong outside the program (a damaged file, a foreign vocabulary, a full disk) raises a `GlassformerError`
whose message is one sentence: what is wrong, in which file, and what to do. The command line prints that sentence and
exits with status 2; the pages show it.
"""


class GlassformerError(Exception):
    """Base of all errors that are explained to the user in one sentence."""


class ArgumentError(GlassformerError, TypeError):
    """An argument of the wrong type, such as a list instead of a text."""


class ConfigError(GlassformerError):
    """A size or option with which no Transformer can be built."""


class ModelFolderError(GlassformerError):
    """A model folder that is missing, truncated or written by something else."""


class CorpusError(GlassformerError):
    """Text that cannot be found or read, such as training data; the message names the file and the line."""


class TokenizerError(GlassformerError):
    """A vocabulary that cannot be read or does not fit the model."""


class ProbeError(GlassformerError):
    """A probe for an activation that the model does not have; the message names the nearest ones."""


class TrainingError(GlassformerError):
    """A run that cannot continue: the loss became NaN, the disk is full, the run folder belongs to another run."""


class RecipeError(GlassformerError):
    """A recipe that cannot be built, or a folder that belongs to another build."""


class EditError(GlassformerError):
    """An edit that cannot be parsed, or that names something that the model or the sentence does not have."""
