"""The command line, one module per command.

A command has `add_arguments` and `run`; the first line of its docstring is its help. If a command cannot be carried
out, it raises a `GlassformerError`, which `transformer/__main__.py` prints. Shared by several commands: `arguments`,
`ending`, `progress_bar`, `training_options`.

    build                                   build a model from scratch by its recipe
    download, train                         fetch corpora, train a model
    word_vectors                            learn word vectors
    import_model                            take in a model that others have trained
    translate, evaluate, info               use a model
    measure                                 what the pages show about a model
    record                                  short trainings for the page "Learning"
    export                                  for other inference engines
"""
