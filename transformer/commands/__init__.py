"""The command line, one module a command.

A command has `add_arguments` and `run`; the first line of its docstring is its help.
What several share: `arguments`, `as_typed`, `beam`, `ending`, `machine`, `progress_bar`.

    build                                       making a model from nothing by its recipe
    train, average, diversify, download         what a recipe is made of
    word_vectors                                learning word vectors alone
    translate, evaluate, searches, heads, info  using and measuring them
    export                                      for engines that people already run
    confidence                                  how good their translations are likely to be
    learned                                     what they were trained on of some sentences
    ablations                                   what each edit of the model costs
    predecessors                                what came before the Transformer, beside it
    align                                       which method links words as people do
    record_run, record_rates                    short runs for the page "Learning and cost"
"""
