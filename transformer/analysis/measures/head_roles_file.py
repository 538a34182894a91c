"""The measured roles of a model's heads beside its weights: `heads.json` in the model folder.

The file carries a fingerprint of the weights that were measured, so that the roles of another model are never shown.
"""

import json
from pathlib import Path
from typing import Any

from transformer.analysis.measures.head_roles import HeadRole, HeadRoles, Share
from transformer.files import write_atomically
from transformer.model.folder import FINGERPRINT, load_measured, weights_fingerprint

HEADS_FILE = "heads.json"
_DIGITS = 4


def save_head_roles(folder: Path, roles: HeadRoles) -> Path:
    """Write the roles into a model folder and return the file's path.

    Raises:
        GlassformerError: if the folder cannot be written to.
    """
    measured = {
        FINGERPRINT: weights_fingerprint(folder),
        "sentences": roles.sentences,
        "source": roles.source,
        "least_error_rate": None if roles.least_error_rate is None else round(roles.least_error_rate, _DIGITS),
    }
    path = folder / HEADS_FILE
    write_atomically(path, _one_head_a_line(measured, [_to_values(role) for role in roles.heads]).encode())
    return path


def load_head_roles(model: str | Path) -> HeadRoles | None:
    """The roles stored for a model, by its name or path; None if there are none, or if they are another model's.

    Raises:
        ModelFolderError: if there is no such model.
    """
    return load_measured(model, HEADS_FILE, _read)


def _read(values: dict[str, Any]) -> HeadRoles:
    heads = tuple(_from_values(each) for each in values["heads"])
    least = values.get("least_error_rate")
    return HeadRoles(heads, int(values["sentences"]), str(values["source"]), None if least is None else float(least))


def _one_head_a_line(measured: dict[str, Any], heads: list[dict[str, Any]]) -> str:
    entries = [f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in measured.items()]
    lines = ",\n".join(f"  {json.dumps(head, ensure_ascii=False)}" for head in heads)
    return "{\n" + ",\n".join([*entries, f' "heads": [\n{lines}\n ]']) + "\n}\n"


def _to_values(role: HeadRole) -> dict[str, Any]:
    values: dict[str, Any] = {"kind": role.kind, "layer": role.layer, "head": role.head}
    values["entropy"] = round(role.entropy, _DIGITS)
    if role.error_rate is not None:
        values["error_rate"] = round(role.error_rate, _DIGITS)
    values["shares"] = {
        pattern: [round(share.weight, _DIGITS), round(share.uniform, _DIGITS)] for pattern, share in role.shares.items()
    }
    return values


def _from_values(values: dict[str, Any]) -> HeadRole:
    shares = {pattern: Share(float(weight), float(even)) for pattern, (weight, even) in values["shares"].items()}
    rate = values.get("error_rate")
    return HeadRole(
        values["kind"],
        int(values["layer"]),
        int(values["head"]),
        shares,
        float(values["entropy"]),
        None if rate is None else float(rate),
    )
