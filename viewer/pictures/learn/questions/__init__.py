"""The page of questions: `asked`, what learners ask, with answers and links."""
