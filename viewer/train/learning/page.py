"""Learning and cost: attention during a recorded training, the learning rate, and what a Transformer costs."""

import streamlit as st

from transformer import GlassformerError
from viewer.app import resources, shell
from viewer.train.learning import cost, rates, run
from viewer.widgets.component import component

PART = "part"  # in the address
ATTENTION, RATES, COST = "Attention", "Learning rate", "Cost"
STORIES = {
    ATTENTION: "Drag through a recorded run: the loss falls, the attention sharpens, and noise turns into French.",
    RATES: "The learning rate says how far each training step goes. The paper’s grows at first, then falls. See what "
    "other schedules do, as curves and in real runs.",
    COST: "How many parameters, operations, bytes and joules a Transformer takes: this model, the paper’s, and one of "
    "any size you type.",
}
LOOKS = {
    ATTENTION: "A recorded training: what the model writes, and where it looks to write it.",
    RATES: "The same model, trained again and again from the same weights: only the learning rate differs.",
    COST: "What this model takes, next to the two of the paper.",
}
_ADDRESS_READ = "cost_address_read"  # in the session's state: later, the fields write the address themselves
_NOTES = "cost_notes"
_DEVICE = "device"


def show() -> None:
    """Draw the page."""
    head = st.container()
    part = st.segmented_control(
        "Part",
        list(STORIES),
        default=ATTENTION,
        key=PART,
        bind="query-params",
        label_visibility="collapsed",
        required=True,
    )
    part = part if part in STORIES else ATTENTION
    with head:
        shell.head("Learning and cost", STORIES[part], look=LOOKS[part])
    try:
        {ATTENTION: _attention, RATES: _rates, COST: _cost}[part]()
    except GlassformerError as error:
        shell.problem(str(error))


def _attention() -> None:
    recorded = run.shipped()
    component("train/learning/run.js")(data=run.packed(), key="learning_run")
    with st.container(key="from_understand_recording"):
        st.caption(shell.plain(run.story(recorded)))
        st.caption(f"Recorded with `{recorded.facts['command']}`, which takes other sentences too; see `--help`.")


def _rates() -> None:
    component("train/learning/rates.js")(data=rates.packed(), key="learning_rates")


def _cost() -> None:
    own = resources.loaded(resources.model_name()).model.config
    numbers, notes = _typed()
    component("train/learning/cost.js")(data=cost.payload(own, numbers, notes).packed(), key="learning_cost")


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


show()
