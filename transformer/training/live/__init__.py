"""Training for visitors: a run of a few minutes in its own process, watched from a page.

```text
settings   a visitor's choices
preparing  what a run learns from: a part of the server's corpora, or a visitor's own pairs
worker     the process that trains and prints its log
report     what the log says
process    the same process from the server's side
runs       a server's runs, their queue and their models
```
"""
