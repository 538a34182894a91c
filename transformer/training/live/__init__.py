"""Training for visitors: a run of a few minutes in its own process, watched from a page.

```text
settings          a visitor's choices
worker            the process that trains and prints its log
watched_sentence  one sentence, translated again and again
report            what the log says
runs              a server's runs and their models
```
"""
