"""Questions: forty that learners ask, each with an answer and a link to the place that shows it."""

from viewer.app.page import Page, Picture, run_app
from viewer.pictures.learn.questions.asked import payload

PAGE = Page(
    address="questions",
    title="Questions",
    group="Learn",
    story=(
        "Forty questions that learners ask on public sites, each with a short answer and a link to the place "
        "that shows it. Open one, or type your own words."
    ),
    about_sentence=False,
    french_only=True,
    parts=(Picture("learn/questions/questions.js", payload, key="questions"),),
)

if __name__ == "__main__":
    run_app()
