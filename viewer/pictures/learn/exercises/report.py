"""What the browser needs for a report on the exercises."""

from collections.abc import Sequence

from transformer.model.folder import find_model, weights_fingerprint
from viewer.app import resources
from viewer.pictures.learn.exercises.answers import Answer
from viewer.transport.payload import Payload
from viewer.widgets.language import target_language


def payload(model: str, sentence: str, grade: str, answers: Sequence[Answer]) -> Payload:
    """The sentence and the answers.

    Args:
        model: its name, or the path of its folder. sentence: as it was typed.
        grade: its title.
    """
    translator = resources.load_model(model)
    translation = resources.beam_search(model, sentence)
    facts = {
        "sentence": sentence,
        "translation": translation.text,
        "language": target_language(translator).name,
        "model": translator.name,
        "fingerprint": weights_fingerprint(find_model(model)),
        "grade": grade,
        "answers": [_report_entry(answer) for answer in answers],
    }
    return Payload(facts)


def _report_entry(answer: Answer) -> dict[str, object]:
    """Describe an exercise for the report, without its solution while it is open."""
    exercise = answer.exercise
    return {
        "title": exercise.title,
        "question": exercise.question,
        "given": [f"{name} = {value}" for name, value in exercise.given_in_words.items()],
        "written": answer.written,
        "right": answer.right,
        "solution": exercise.solution if answer.is_settled else "",
        "told": exercise.told if answer.is_settled else "",
    }
