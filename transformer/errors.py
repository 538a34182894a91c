"""The errors a person can do something about.

Everything that can go wrong outside the program (a damaged file, a foreign vocabulary, a full disk) is raised as a
`GlassformerError` whose message is one sentence: what is wrong, in which file, and what to do. The command line prints
that sentence and exits with status 2; the pages show it.
"""


class GlassformerError(Exception):
    """Base of all errors that are explained to the user in one sentence."""


class ArgumentError(GlassformerError, TypeError):
    """An argument of another kind than is asked for, such as a list in place of a text."""


class ConfigError(GlassformerError):
    """A size or option that no Transformer can be built with."""


class ModelFolderError(GlassformerError):
    """A model folder that is missing, truncated or written by something else."""


class CorpusError(GlassformerError):
    """Text that cannot be found or read, such as training data; the message names the file and the line."""


class TokenizerError(GlassformerError):
    """A vocabulary that cannot be read or does not fit the model."""


class ProbeError(GlassformerError):
    """A probe that asks for an activation the model does not have; the message names the nearest there are."""


class TrainingError(GlassformerError):
    """A run that cannot continue: the loss became NaN, the disk is full, the run folder belongs to another run."""


class RecipeError(GlassformerError):
    """A recipe that cannot be built, or a build's folder that belongs to another one."""


class EditError(GlassformerError):
    """An edit that cannot be read, or that names what the model or the sentence does not have."""
