"""What rooms share that know nothing of pages: tokens as chips, the address, languages, roles of heads, training runs."""
