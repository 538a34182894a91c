"""What the app offers on Alignment beside the picture: sentences with a known alignment, and a download."""

from viewer.app.page import Visit
from viewer.pictures.watch.alignment.alignment import examples, record_search
from viewer.pictures.watch.json_download import json_download
from viewer.pictures.watch.sentence_menu import sentence_menu


def offer_known(visit: Visit) -> None:
    """Offer sentences whose alignment is known, if the model has some."""
    if known := examples(visit.translator):
        sentence_menu(
            "Sentences with a known alignment",
            "The everyday grammar writes English and French together, so it knows which words belong together. The "
            "model wasn’t trained on these sentences; here it’s forced through the grammar’s French.",
            [example.source for example in known],
            key="aligned_sentences",
            icon=":material/fact_check:",
        )


def offer_download(visit: Visit) -> None:
    """Offer the decoding as a file."""
    json_download(
        "Download the whole decoding as JSON",
        lambda: record_search(visit.model, visit.sentence).as_json(),
        "glassformer-decoding.json",
    )
