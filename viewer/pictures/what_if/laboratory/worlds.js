// Both versions: the translations with their differences marked, each token's probability, attention before and after.

import { choice, numbers } from "../../../widgets/choice.js";
import { csvNumber } from "../../../widgets/csv.js";
import { buildTrack, element } from "../../../widgets/elements.js";
import { KINDS, readFocus, remember, sensibleFocus } from "../../../widgets/focus.js";
import { headWeights } from "../../../widgets/heads.js";
import { matrix } from "../../../widgets/matrix.js";
import { percent } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { DIFFER, writeWordDiff } from "../../../widgets/word_diff.js";
import { looksBox } from "./broken.js";

/** @param {LaboratoryView} view */
function matrixLabels(view, kind) {
  const texts = (chips) => chips.map(({ text }) => text);
  const { target, output } = view.facts.tokens;
  const source = texts(view.facts.afterSource);
  const rows = { encoder: source, decoder: texts(target), cross: texts(output) }[kind];
  return { rows, columns: kind === "decoder" ? texts(target) : source };
}

/** @param {LaboratoryView} view */
export function translationsBox(view) {
  const { sentence, sizes, alignedLayer, changes, before, after, reordered, verdict } = view.facts;
  const world = (title, side, pieces, mark) => {
    const text = element("p", "translation serif");
    writeWordDiff(text, pieces, mark);
    if (!pieces.length) text.append(element("span", "hint", "(nothing: it stops at once)"));
    const isSame = reordered?.[side] === pieces.map((each) => each.text).join("");
    const other = reordered && [
      element("p", "hint", `“${reordered.sentence}”`),
      element("p", "translation serif", reordered[side], isSame && element("span", "hint", "the same")),
    ];
    const own = reordered && element("p", "hint", `“${sentence}”`);
    const made = side === "after" && changes.map(({ words }) => words).join(", ");
    const heading = element("h3", "", title, made && element("span", "hint", made));
    return element("section", `world ${side}`, heading, own, text, ...(other ?? []));
  };
  const looksOf = (side, title) => element("section", `world ${side}`, element("h3", "", title), looksBox(view, side));
  const both = [world("Original", "before", before, "del"), world("With your changes", "after", after, "ins")];
  const pictures = [looksOf("before", "What each word looks at"), looksOf("after", "… and with your changes")];
  const words = element("p", "verdict", { role: "status", "data-from": "understand" }, verdict);
  const differ = [...before, ...after].some(({ same }) => !same) && DIFFER;
  const looks = `Ribbons: what each written word looks at (cross-attention, decoder layer ${alignedLayer + 1}, mean of its ${sizes.H} heads). Numbers: positions.`;
  const two = element("div", "two", ...both, ...pictures);
  return element("section", "worlds", two, element("p", "hint", differ, " ", looks), words);
}

/** @param {LaboratoryFacts} facts */
export function probabilityBox({ probabilities, tokens }) {
  const lines = probabilities.map(({ before, after }, at) => ({ token: tokens.output[at].text, before, after }));
  const rows = lines.flatMap(({ token, before, after }) => [
    element("span", "token", token),
    element("div", "", buildTrack(before, "before"), buildTrack(after, "after")),
    element("span", "mono", `${percent(before)} → ${percent(after)}`),
  ]);
  const box = element("section", "", element("div", "probable aligned", ...rows));
  const told = "Both models are forced through the same translation: above the original, below with your changes.";
  box.prepend(element("h3", "", "How probable each token of the original translation is"), element("p", "hint", told));
  return makeSavable(box, {
    name: "Probabilities before and after",
    lines: () => [
      ["token", "before", "after"],
      ...lines.map(({ token, before, after }) => [token, csvNumber(before), csvNumber(after)]),
    ],
  });
}

/** @param {LaboratoryView} view */
export function attentionBox(view) {
  const { sizes, tokens, alignedLayer } = view.facts;
  const focus = view.focus ?? readFocus() ?? { kind: "cross", layer: alignedLayer, head: null, token: 1 };
  const pictures = [attentionPicture(view, "before", "Original"), attentionPicture(view, "after", "With your changes")];
  const bar = element("div", "choices");
  view.look = (change) => {
    view.focus = sensibleFocus({ sizes, tokens }, { ...view.focus, ...change });
    bar.replaceChildren(...focusControls(view));
    remember({ focus: view.focus });
    for (const picture of pictures) picture.show();
  };
  view.look(focus);
  const both = element("div", "two", ...pictures.map(({ element: figure }) => figure));
  return element("section", "attention-worlds", element("h3", "", "Attention"), bar, both);
}

/** @param {LaboratoryView} view */
function focusControls({ focus, look, facts: { sizes } }) {
  const kinds = Object.entries(KINDS).map(([kind, { name }]) => [name, kind]);
  const layers = focus.kind === "encoder" ? sizes.encoder_layers : sizes.decoder_layers;
  const picker = (name, options, key) => choice(name, options, focus[key], (value) => look({ [key]: value }));
  return [
    picker("Attention", kinds, "kind"),
    picker("Layer", numbers(layers), "layer"),
    picker("Head", [["mean", null], ...numbers(sizes.H)], "head"),
  ];
}

/** @param {LaboratoryView} view */
function attentionPicture(view, side, name) {
  const pick = (row) => view.look({ token: row });
  const picture = matrix({ name, rows: {}, columns: {}, scale: "weights", cell: [5, 34], pick });
  const show = () => {
    const { kind, layer, head, token } = view.focus;
    const values = headWeights(view.tensors[`${side}.${kind}`], head, layer);
    const labels = matrixLabels(view, kind);
    const axis = (title, all, count) => ({ title, labels: all.slice(0, count), meaning: title });
    picture.draw(
      values,
      { row: Math.min(token, values.rows - 1) },
      {
        shape: `${values.rows} × ${values.columns}`,
        rows: axis(kind === "cross" ? "query (writes)" : "query", labels.rows, values.rows),
        columns: axis("key", labels.columns, values.columns),
      },
    );
  };
  return { ...picture, show };
}
