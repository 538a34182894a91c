"""The tour: seven stops on the picture of the whole model, with the visitor's own sentence and a guess at each."""
