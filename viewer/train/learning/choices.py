"""What a visitor chooses on Learning and cost: one of its three parts, and the sizes of a Transformer."""

import streamlit as st

from viewer.app.page import Visit
from viewer.train.learning import cost, rates, run
from viewer.widgets.component import component

PART = "part"  # in the address
ATTENTION, RATES, COST = "Attention", "Learning rate", "Cost"
_ADDRESS_READ = "cost_address_read"  # in the session's state: later, the fields write the address themselves
_NOTES = "cost_notes"
_DEVICE = "device"


def ask_for_part(_: Visit) -> dict[str, str]:
    """Ask which part to show."""
    part = st.segmented_control(
        "Part",
        [ATTENTION, RATES, COST],
        default=ATTENTION,
        key=PART,
        bind="query-params",
        label_visibility="collapsed",
        required=True,
    )
    return {PART: part or ATTENTION}


def draw_recorded(_: Visit) -> None:
    """Draw the recorded training."""
    component("train/learning/run.js")(data=run.packed(), key="learning_run")


def tell_recorded(_: Visit) -> str:
    """How it was recorded."""
    recorded = run.shipped()
    return f"{run.story(recorded)} Recorded with {recorded.facts['command']}, which takes other sentences too."


def draw_rates(_: Visit) -> None:
    """Draw the runs with other learning rates."""
    component("train/learning/rates.js")(data=rates.packed(), key="learning_rates")


def draw_cost(visit: Visit) -> None:
    """Draw what a Transformer costs, of the sizes in the fields."""
    numbers, notes = _typed()
    payload = cost.payload(visit.translator.model.config, numbers, notes)
    component("train/learning/cost.js")(data=payload.packed(), key="learning_cost")


def _typed() -> tuple[dict[str, int], list[str]]:
    """The sizes in the fields; an address outside their limits is corrected before they are drawn."""
    if not st.session_state.get(_ADDRESS_READ):
        st.session_state[_ADDRESS_READ] = True
        st.session_state[_NOTES] = cost.address_notes(st.query_params)
        corrected = cost.corrections(st.query_params)
        if corrected:
            st.query_params.update(corrected)
            st.rerun()
    with st.container(key="from_understand_sizes"):
        _size_fields()
    typed = {field.key: st.session_state.get(field.key) for field in cost.FIELDS}
    numbers, notes = cost.sensible(typed)
    return numbers, list(dict.fromkeys([*st.session_state.pop(_NOTES, []), *notes]))


def _size_fields() -> None:
    for row in (cost.SIZES, (*cost.WORK, *cost.DEVICE)):
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            for field in row:
                st.number_input(
                    field.label,
                    field.smallest,
                    field.largest,
                    field.default,
                    key=field.key,
                    bind="query-params",
                    width=148,
                )
            if row is not cost.SIZES:
                st.menu_button(
                    "Devices",
                    list(cost.DEVICES),
                    key=_DEVICE,
                    on_click=_take_device,
                    help="Assumed speed and power of some devices, as a starting point",
                )


def _take_device() -> None:
    chosen = cost.DEVICES.get(st.session_state.get(_DEVICE, ""))
    if chosen:
        for field, value in zip(cost.DEVICE, chosen, strict=True):
            st.session_state[field.key] = value
