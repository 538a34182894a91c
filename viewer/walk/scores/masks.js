// Which query may see which key: the causal mask, and the padding mask of a real batch.

import { paintAllowed } from "../../widgets/allowed.js";
import { chipOf } from "../../widgets/chips.js";
import { element } from "../../widgets/elements.js";
import { matrix } from "../../widgets/matrix.js";
import { full, short, sum } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { pickCell } from "./matrices.js";
import { scoresLabels } from "./numbers.js";

const MANY_PADS = 12; // from here on pads are counted, not drawn one by one

/** @param {ScoresView} view */
export function masksSection(view) {
  const section = element("section", "masks");
  section.append(element("h3", "", "Two masks: the future, and padding"));
  const grid = element("div", "mask-grid");
  const shared = { scale: "plain", limit: 1, unit: "added to the score", beside: { width: 0, paint: paintAllowed } };
  view.causalPicture = matrix({
    ...shared,
    name: "Causal mask",
    rows: {},
    columns: {},
    pick: (query, key) => view.focus.kind === "decoder" && pickCell(view, query, key),
  });
  view.paddingPicture = matrix({ ...shared, name: "Padding mask", rows: {}, columns: {} });
  view.causalWords = element("p", "mask-words");
  view.causalPicture.element.append(view.causalWords);
  const story = element("div", "batch");
  view.batchWords = element("p");
  view.batchRows = element("div", "batch-rows");
  view.batchFacts = element("ul", "batch-facts");
  story.append(view.batchWords, view.batchRows, view.batchFacts);
  grid.append(view.causalPicture.element, view.paddingPicture.element, story);
  section.append(grid);
  return section;
}

// A mask is a plain pattern: it may be small.
function maskRowHeight(count) {
  return count > 24 ? Math.max(4, 300 / count) : undefined;
}

/** @param {ScoresView} view */
export function drawMasks(view) {
  const { target } = view.tokens;
  const labels = scoresLabels(view, "target");
  const axis = (title, names) => ({ title, labels: names, meaning: title });
  const { token, kind } = view.focus;
  const causal = part(view.tensors["decoder.masked_scores"], 0, 0).data.map((value) =>
    Number.isFinite(value) ? 0 : value,
  );
  const mark = kind === "decoder" ? { row: token, column: view.key } : null;
  view.causalPicture.draw({ data: causal, rows: target.length, columns: target.length }, mark, {
    rows: axis("query", labels),
    columns: axis("key", labels),
    shape: `T × T = ${target.length} × ${target.length}`,
    height: maskRowHeight(target.length),
    cell: [2, 26],
  });
  view.causalWords.textContent =
    kind === "decoder"
      ? `“${labels[token]}” at position ${token} sees itself and the ${token} before it; ` +
        `${target.length - 1 - token} are hidden.`
      : "In the decoder’s self-attention, in every layer and head. The attention in focus has no such mask.";
  drawPadding(view, axis);
}

/** @param {ScoresView} view */
function drawPadding(view, axis) {
  const { tokens, padded, lengths, companion } = view.facts.padding;
  const size = tokens.length;
  const real = lengths[padded];
  const names = tokens.map(({ text }) => text);
  const data = new Float32Array(size * size).map((_, index) => (index % size < real ? 0 : -Infinity));
  view.paddingPicture.draw({ data, rows: size, columns: size }, null, {
    rows: axis("query", names),
    columns: axis("key", names),
    shape: `S × S = ${size} × ${size}`,
    height: maskRowHeight(size),
    cell: [2, 26],
  });
  const which = padded === 0 ? "your sentence" : `“${companion}”`;
  view.batchWords.textContent =
    `The encoder has read your sentence (${lengths[0]} tokens) and our “${companion}” (${lengths[1]}) as one batch ` +
    `of 2 × ${size}: ${which} is filled up with ${size - real} <pad>, and the mask hides these keys from every ` +
    `query.`;
  drawBatchRows(view, real);
}

/** @param {ScoresView} view */
function drawBatchRows(view, real) {
  const layer = Math.min(view.focus.layer, view.sizes.encoder_layers - 1);
  const head = view.focus.head ?? 0;
  const { tokens, padded, differences, weight, companion } = view.facts.padding;
  const rows = ["masked", "unmasked"]
    .map((name) => part(view.tensors[`padding.${name}`], layer))
    .map(({ data, columns }) => data.subarray(head * columns, (head + 1) * columns));
  const titles = ["with the padding mask", "without it"];
  view.batchRows.replaceChildren(...rows.map((received, index) => batchRow(titles[index], tokens, received, real)));
  const onPads = sum(rows[1].subarray(real));
  const other = ["your sentence", `“${companion}”`];
  const facts = [
    ["Weight on padding, in all layers and heads", weight === 0 ? "0, exactly" : full(weight)],
    [`Without the mask, in encoder layer ${layer + 1}, head ${head + 1}`, `${short(100 * onPads)} %`],
    [
      `The encoder’s output for ${other[padded]}, padded in the batch or read alone: largest difference`,
      short(differences[padded], 1),
    ],
    [`The same for ${other[1 - padded]}, which needs no padding`, short(differences[1 - padded], 1)],
  ];
  view.batchFacts.replaceChildren(
    ...facts.map(([words, value]) => {
      const line = element("li");
      line.append(element("span", "", words), element("b", "mono", value));
      return line;
    }),
  );
}

// What each key gets of the attention, mean over the real queries.
function batchRow(title, tokens, received, real) {
  const row = element("div", "batch-row");
  const chips = element("div", "chips encoder");
  const pads = tokens.length - real;
  const drawn = pads > MANY_PADS ? real + 1 : tokens.length;
  const add = (chip, share, next) => {
    const made = chipOf("span", chip, next);
    made.style.setProperty("--weight", share.toFixed(3));
    made.classList.toggle("tinted", share <= 0.75);
    made.classList.toggle("full", share > 0.75);
    const figure = element(
      "span",
      "figure",
      share === 0 ? "0" : share < 0.005 ? "<.01" : share.toFixed(2).replace(/^0/, ""),
    );
    figure.title = full(share);
    made.append(figure);
    chips.append(made);
  };
  for (let key = 0; key < drawn; key += 1) {
    const together = key === real && drawn < tokens.length;
    const share = together ? sum(received.subarray(real)) : received[key];
    add(together ? { ...tokens[key], text: `${tokens[key].text} × ${pads}` } : tokens[key], share, tokens[key + 1]);
  }
  row.append(element("p", "lead", title), chips);
  return row;
}
