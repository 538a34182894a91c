"""What rooms share that know nothing of pages: tokens, the address, languages, roles of heads, runs, memory."""
