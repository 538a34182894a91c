"""What rooms share that know nothing of pages: tokens as chips, the address, languages, attentions, training runs."""
