"""Training for visitors: a run of a few minutes in its own process, watched from a page.

settings          the choices of a visitor
worker            the process that trains and prints its log
watched_sentence  one sentence, looked at again and again
report            what a log says
runs              the runs of a server and the models they made
"""
