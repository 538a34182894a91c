// All states that the encoder went through (it passes on the last), and how each word fades in them.

import { part } from "../../../transport/payload.js";
import { element } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { jump } from "../../../widgets/player.js";

/** @param {BottleneckView} view */
export function statesBox(view) {
  const { source, order } = view.facts;
  const words = order.map((position) => source[position].text);
  const size = view.tensors.state.shape[1];
  view.states = matrix({
    name: "The state after each word",
    shape: `${order.length} words × ${size} numbers`,
    rows: { title: "read", labels: words, meaning: "encoder" },
    columns: { title: "number", labels: null },
    scale: "signed",
    limit: 1,
    cell: [0.5, 3],
    height: 16,
    pick: (row, column) => {
      jump(view, row);
      view.choose(column);
    },
  });
  view.fading = matrix({
    name: "What is left of each word",
    shape: `${order.length} × ${order.length}`,
    rows: { title: "after reading", labels: words, meaning: "encoder" },
    columns: { title: "word", labels: source.map(({ text }) => text), meaning: "encoder" },
    scale: "plain",
    unit: "left",
    cell: [8, 26],
    pick: (row) => jump(view, row),
  });
  return element(
    "section",
    "encoder-states side-by-side",
    { "data-from": "understand" },
    side(
      view.states.element,
      "The network went through all these states as it read. A model with attention can look back at each of " +
        "them; this one keeps only the last row.",
    ),
    side(
      view.fading.element,
      "How far the state would move, as a share of its length, if the word had been blank. Follow a column down " +
        "to see a word fade. The last row is the vector handed over.",
    ),
  );
}

const side = (figure, words) => element("div", "", figure, element("p", "hint", words));

/** @param {BottleneckView} view */
export function showStates(view) {
  const { order } = view.facts;
  const { state, left } = view.tensors;
  const size = state.shape[1];
  const data = new Float32Array(order.length * size);
  for (const [row, position] of order.entries()) data.set(part(state, position), row * size);
  const mark = { row: view.read };
  view.states.draw({ data, rows: order.length, columns: size }, { ...mark, column: view.number });
  view.fading.draw(part(left), mark);
}
