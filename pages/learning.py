"""Learning and cost: attention through a recorded training, the learning rate, and what a Transformer costs."""

import streamlit as st

from transformer import GlassformerError
from viewer import resources, shell
from viewer.component.component import component
from viewer.training import learning_cost, learning_rates, learning_run

PART = "part"  # in the address
ATTENTION, RATES, COST = "Attention", "Learning rate", "Cost"
STORIES = {
    ATTENTION: "Drag through a recorded training: the loss falls, the attention sharpens, and noise turns into French.",
    RATES: "How far a step goes, and when: the paper warms up, then slows down. See what that does, and others do.",
    COST: "Parameters, operations, memory, energy: of the model that translates here, of the paper’s, of any you type.",
}
_ADDRESS_READ = "cost_address_read"  # in the session's state: later the fields write the address themselves
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
        shell.head("Learning and cost", STORIES[part])
    try:
        {ATTENTION: _attention, RATES: _rates, COST: _cost}[part]()
    except GlassformerError as error:
        shell.problem(str(error))


def _attention() -> None:
    run = learning_run.shipped()
    component("learning_run", "train", ("watch/steps_player", "train/learning_chart", "train/kept_place"))(
        data=learning_run.packed(), key="learning_run"
    )
    st.caption(shell.plain(learning_run.story(run)))
    st.caption(f"Recorded by `{run.facts['command']}`; it takes other sentences too, see `--help`.")


def _rates() -> None:
    component("learning_rates", "train", ("train/learning_chart", "train/kept_place"))(
        data=learning_rates.packed(), key="learning_rates"
    )


def _cost() -> None:
    own = resources.loaded(resources.model_name()).model.config
    numbers, notes = _typed()
    component("learning_cost", "train", ("train/learning_chart",))(
        data=learning_cost.parcel(own, numbers, notes).packed(), key="learning_cost"
    )


def _typed() -> tuple[dict[str, int], list[str]]:
    """The sizes in the fields; what an address asks for beyond their limits is mended before they are drawn."""
    if not st.session_state.get(_ADDRESS_READ):
        st.session_state[_ADDRESS_READ] = True
        st.session_state[_NOTES] = learning_cost.address_notes(st.query_params)
        corrected = learning_cost.corrections(st.query_params)
        if corrected:
            st.query_params.update(corrected)
            st.rerun()
    for row in (learning_cost.SIZES, (*learning_cost.WORK, *learning_cost.DEVICE)):
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
            if row is not learning_cost.SIZES:
                st.menu_button(
                    "Devices",
                    list(learning_cost.DEVICES),
                    key=_DEVICE,
                    on_click=_take_device,
                    help="Assumptions to begin with",
                )
    typed = {field.key: st.session_state.get(field.key) for field in learning_cost.FIELDS}
    numbers, notes = learning_cost.sensible(typed)
    return numbers, list(dict.fromkeys([*st.session_state.pop(_NOTES, []), *notes]))


def _take_device() -> None:
    chosen = learning_cost.DEVICES.get(st.session_state.get(_DEVICE, ""))
    if chosen:
        for field, value in zip(learning_cost.DEVICE, chosen, strict=True):
            st.session_state[field.key] = value


shell.run_page(show)
