"""Training for visitors: a run of a few minutes in a process of its own, watched from a page.

settings          what a visitor may choose
worker            the process that trains
timed_training    the training in it: for a given time, paused and stopped from outside
watched_sentence  one sentence, looked at again and again
corpus_cache      a prepared corpus in a file, shared by runs
telling           what the process says of itself, a line at a time
report            what is known of a run from these lines
job               one run, as the server has it
jobs              all runs of a server
kept_models       what visitors have kept of them
"""
