// Both worlds: the translations with what differs marked, each token's probability, attention before and after, and
// what the changes cost the model.

import { choice, numbers } from "../../widgets/choice.js";
import { element } from "../../widgets/elements.js";
import { readFocus, remember, sensibleFocus } from "../../widgets/focus.js";
import { weightsOf } from "../../widgets/heads.js";
import { matrix } from "../../widgets/matrix.js";
import { plainTable } from "../../widgets/plain_table.js";
import { plotlyChart } from "../../widgets/plotly_chart.js";
import { writeStretches } from "../../widgets/said.js";
import { KIND_NAMES, labelsOf } from "./labels.js";

/** @param {LaboratoryView} view */
export function translationsBox(view) {
  const { before, after, verdict } = view.facts;
  const box = element("section", "worlds");
  const both = element("div", "two");
  both.append(world("As it is", "before", before, "del"), world("With your changes", "after", after, "ins"));
  box.append(both, element("p", "verdict", { role: "status" }, verdict));
  return box;
}

function world(title, side, pieces, mark) {
  const card = element("section", `world ${side}`);
  const text = element("p", "said");
  writeStretches(text, pieces, mark);
  if (!pieces.length) text.append(element("span", "nothing", "(nothing: it ends at once)"));
  card.append(element("h3", "", title), text);
  return card;
}

/** @param {LaboratoryView} view */
export function probabilityBox(view) {
  const box = element(
    "section",
    "probabilities",
    element("h3", "", "How probable each token of the untouched translation is"),
    element("p", "hint", "Both models are led through the same translation, so that the steps can be compared."),
  );
  view.chart ??= plotlyChart();
  view.chart.draw(view.facts.probabilities);
  box.append(view.chart.element);
  return box;
}

/** @param {LaboratoryView} view */
export function attentionBox(view) {
  const box = element("section", "attention-worlds");
  const { encoder_layers, decoder_layers, H } = view.sizes;
  view.focus ??= readFocus() ?? { kind: "cross", layer: view.facts.alignedLayer, head: null, token: 1 };
  view.focus = sensibleFocus({ sizes: view.sizes, tokens: view.facts.tokens }, view.focus);
  const pictures = [attentionPicture(view, "before", "As it is"), attentionPicture(view, "after", "With your changes")];
  const both = element("div", "two", ...pictures.map(({ element: figure }) => figure));
  const bar = element("div", "choices");
  const set = (change) => {
    view.focus = sensibleFocus({ sizes: view.sizes, tokens: view.facts.tokens }, { ...view.focus, ...change });
    fill();
  };
  const fill = () => {
    const { kind, layer, head } = view.focus;
    bar.replaceChildren(
      choice(
        "Attention",
        Object.entries(KIND_NAMES).map(([each, name]) => [name, each]),
        kind,
        (value) => set({ kind: value }),
      ),
      choice("Layer", numbers(kind === "encoder" ? encoder_layers : decoder_layers), layer, (value) =>
        set({ layer: value }),
      ),
      choice("Head", [["mean", null], ...numbers(H)], head, (value) => set({ head: value })),
    );
    remember({ focus: view.focus });
    for (const picture of pictures) picture.show();
  };
  fill();
  view.pictures.push(...pictures);
  box.append(element("h3", "", "Attention"), bar, both);
  return box;
}

/** @param {LaboratoryView} view */
function attentionPicture(view, side, name) {
  const picture = matrix({
    name,
    rows: {},
    columns: {},
    scale: "weights",
    cell: [5, 34],
    pick: (row) => {
      view.focus = { ...view.focus, token: row };
      remember({ focus: view.focus });
      for (const each of view.pictures) each.show();
    },
  });
  return {
    ...picture,
    show() {
      const { kind, layer, head, token } = view.focus;
      const values = weightsOf(view.tensors[`${side}.${kind}`], head, layer);
      const labels = labelsOf(view, kind);
      const axis = (title, all, count) => ({ title, labels: all.slice(0, count), meaning: title });
      picture.draw(
        values,
        { row: Math.min(token, values.rows - 1) },
        {
          shape: `${values.rows} × ${values.columns}`,
          rows: axis("query", labels.rows, values.rows),
          columns: axis("key", labels.columns, values.columns),
        },
      );
    },
  };
}

// What the changes cost on held-out sentences.
export function costBox(judged) {
  return element(
    "section",
    "costs",
    element("h3", "", "What it costs the model"),
    plainTable(
      ["", "BLEU as it is", "changed", "difference", "loss as it is", "changed"],
      judged.map(({ corpus, bleu, change, loss }) => [corpus, ...bleu, change, ...loss]),
    ),
    element("p", "hint", "BLEU of greedy translations; the loss in nats a token of the references."),
  );
}
