// Two what-ifs, always visible: no division by √d, and a mask that is multiplied instead of set to −∞.

import { LABEL } from "../../widgets/canvas.js";
import { element } from "../../widgets/elements.js";
import { matrix } from "../../widgets/matrix.js";
import { short, sum } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { pickCell } from "./matrices.js";
import { scoresAxes, scoresPart, scoresRowHeight } from "./numbers.js";

const ENTROPY_ROOM = 190; // pixels beside the matrix
const LEAK_ROOM = 120;

/** @param {ScoresView} view */
export function whatIfSection(view) {
  const section = element("section", "what-ifs");
  section.append(element("h3", "", "What if …"));
  const grid = element("div", "what-if-grid");
  const panel = (title) => {
    const box = element("article", "what-if");
    const parts = { box, headline: element("p", "headline"), words: element("p", "hint") };
    box.append(element("h4", "", title), parts.headline, parts.words);
    grid.append(box);
    return parts;
  };
  view.unscaled = panel(`… the scores were not divided by √${view.sizes.d_k}?`);
  view.unscaled.picture = matrix({
    name: `Weights without ÷ √${view.sizes.d_k}`,
    rows: {},
    columns: {},
    scale: "weights",
    beside: { width: ENTROPY_ROOM, paint: (pen, place, _, ink) => paintEntropies(view, pen, place, ink) },
    pick: (query, key) => pickCell(view, query, key),
  });
  view.unscaled.model = element("p", "whole-model");
  const legend = element("p", "entropy-legend");
  [
    ["with", `with ÷ √${view.sizes.d_k}`],
    ["without", "without"],
    ["widest", "the most there can be, ln n"],
  ].forEach(([sign, words]) => {
    const entry = element("span", "", words);
    entry.prepend(element("i", sign));
    legend.append(entry);
  });
  view.unscaled.box.append(view.unscaled.picture.element, legend, view.unscaled.model);
  view.multiplied = panel("… forbidden scores were multiplied by 0 instead of set to −∞?");
  view.multiplied.picture = matrix({
    name: "Weights with scores × 0",
    rows: {},
    columns: {},
    scale: "weights",
    beside: { width: LEAK_ROOM, paint: (pen, place, _, ink) => paintLeaks(view, pen, place, ink) },
    pick: (query, key) => pickCell(view, query, key),
  });
  view.multiplied.after = element("p", "whole-model");
  view.multiplied.box.append(view.multiplied.picture.element, view.multiplied.after);
  section.append(grid);
  return section;
}

/** @param {ScoresView} view */
export function drawWhatIfs(view) {
  const axes = scoresAxes(view);
  const count = Math.max(axes.rows.labels.length, axes.columns.labels.length);
  const changes = { ...axes, height: scoresRowHeight(count), cell: [2, 30] };
  const mark = { row: view.focus.token, column: view.key };
  drawUnscaled(view, changes, mark);
  drawMultiplied(view, changes, mark);
}

function mean(values) {
  return sum(values) / values.length;
}

/** @param {ScoresView} view */
function entropiesOf(view) {
  const { kind, layer, head, token } = view.focus;
  const line = (name) => {
    const { data, columns } = part(view.tensors[`${kind}.${name}`], layer);
    return data.subarray((head ?? 0) * columns, ((head ?? 0) + 1) * columns);
  };
  return {
    scaled: line("entropy"),
    unscaled: line("unscaled_entropy"),
    widest: view.tensors[`${kind}.widest`].data,
    token,
  };
}

/** @param {ScoresView} view */
function drawUnscaled(view, changes, mark) {
  const { scaled, unscaled, widest, token } = entropiesOf(view);
  const { headline, words, picture, model } = view.unscaled;
  headline.replaceChildren(
    element("b", "mono", `${short(mean(unscaled))} nats`),
    " instead of ",
    element("b", "mono", short(mean(scaled))),
  );
  headline.append(": the mean entropy of this head’s rows.");
  words.textContent =
    `Entropy says how widely a query spreads its attention, in nats (with the natural logarithm): 0 when one key ` +
    `gets all, ln n when n keys share evenly. The query in focus has ${short(unscaled[token])} instead of ` +
    `${short(scaled[token])}; it could have ${short(widest[token])}. Queries and keys are the same; only the softmax ` +
    `of this head was computed again, from the raw scores.`;
  picture.draw(scoresPart(view, "unscaled"), mark, changes);
  const { probability, unscaledProbability, positions, changed, changedBefore } = view.facts.wholeModel;
  model.textContent =
    `And the whole model, without the division in any attention? Made to read the same translation, it gives its ` +
    `tokens a probability of ${short(unscaledProbability)} instead of ${short(probability)} (geometric mean). At ` +
    `${changed} of ${positions} positions it now finds another token most probable than the one that was said; with ` +
    `the division, at ${changedBefore}.`;
}

// A line for every query from its entropy without the scaling (ring) to that with it (disc), the widest possible as a
// tick.
/** @param {ScoresView} view */
function paintEntropies(view, pen, { right, top, height, bottom }, ink) {
  const { scaled, unscaled, widest } = entropiesOf(view);
  const most = Math.max(...widest) || 1;
  const [left, width] = [right + 18, ENTROPY_ROOM - 34];
  const across = (value) => left + (value / most) * width;
  pen.font = `italic 12px ${ink.family}`;
  pen.textBaseline = "middle";
  pen.textAlign = "left";
  pen.fillStyle = ink.text;
  pen.fillText("entropy in nats →", left, 9);
  pen.font = `${LABEL}px ${ink.mono}`;
  pen.textAlign = "center";
  const last = Math.floor(most);
  for (let tick = 0; tick <= last; tick += 1) {
    pen.fillText(String(tick), across(tick), top - 9);
    pen.fillStyle = ink.hair;
    pen.fillRect(across(tick) - 0.5, top, 1, bottom - top);
    pen.fillStyle = ink.text;
  }
  const violet = ink.deep.cross;
  const radius = Math.min(4.5, height * 0.38);
  pen.lineWidth = 1.5;
  widest.forEach((wide, row) => {
    const y = top + (row + 0.5) * height;
    pen.strokeStyle = ink.text;
    pen.globalAlpha = 0.55;
    pen.beginPath();
    pen.moveTo(across(unscaled[row]), y);
    pen.lineTo(across(scaled[row]), y);
    pen.stroke();
    pen.fillStyle = ink.text;
    pen.fillRect(across(wide) - 0.75, y - Math.min(6, height * 0.42), 1.5, Math.min(12, height * 0.84));
    pen.globalAlpha = 1;
    pen.fillStyle = violet;
    disc(pen, across(scaled[row]), y, radius);
    pen.fill();
    pen.fillStyle = ink.paper;
    disc(pen, across(unscaled[row]), y, radius - 0.5);
    pen.fill();
    pen.stroke();
  });
}

function disc(pen, x, y, radius) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
}

/** @param {ScoresView} view */
function drawMultiplied(view, changes, mark) {
  const { kind, layer, head, token } = view.focus;
  const { headline, words, picture, after } = view.multiplied;
  const masked = `${kind}.multiplied` in view.tensors;
  picture.element.hidden = !masked;
  if (!masked) {
    headline.textContent = "Nothing to leak here: this attention has no causal mask.";
    words.textContent =
      (kind === "encoder"
        ? "The encoder reads the whole sentence at once: every query may see every key. "
        : "The whole source is known before the first word is said: every query may see every key of it. ") +
      "Choose the decoder’s masked self-attention to see the mistake.";
    after.textContent = "";
    return;
  }
  const { data, columns } = part(view.tensors[`${kind}.leak`], layer);
  const leaks = data.subarray((head ?? 0) * columns, ((head ?? 0) + 1) * columns);
  const share = mean(leaks);
  headline.replaceChildren(
    element("b", "mono", `${short(100 * share)} %`),
    " of the attention goes to words that come later (mean of this head’s rows).",
  );
  words.textContent =
    `A score of 0 forbids nothing: e⁰ = 1 gets its share of the softmax. Of the query in focus ` +
    `${short(100 * leaks[token])} % leak to the future; with −∞ exactly 0. Queries and keys are the same; only the ` +
    `mask of this head was changed.`;
  picture.draw(scoresPart(view, "multiplied"), mark, changes);
  after.textContent =
    "Right of the stepped line lies the future. In training the model would read there what it is to predict. In " +
    "decoding the future does not exist yet, so a model trained like this translates badly, and no error tells why.";
}

// Where the allowed keys end, and each row's leak as a bar.
/** @param {ScoresView} view */
function paintLeaks(view, pen, { left, right, top, width, height }, ink) {
  const { kind, layer, head } = view.focus;
  const { data, columns } = part(view.tensors[`${kind}.leak`], layer);
  const leaks = data.subarray((head ?? 0) * columns, ((head ?? 0) + 1) * columns);
  pen.strokeStyle = ink.text;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(left, top);
  for (let row = 0; row < columns; row += 1) {
    pen.lineTo(left + (row + 1) * width, top + row * height);
    pen.lineTo(left + (row + 1) * width, top + (row + 1) * height);
  }
  pen.stroke();
  const begin = right + 14;
  const most = LEAK_ROOM - 60;
  pen.textBaseline = "middle";
  pen.textAlign = "left";
  pen.fillStyle = ink.text;
  pen.font = `italic 12px ${ink.family}`;
  pen.fillText("leak →", begin, top - 10);
  pen.font = `${LABEL}px ${ink.mono}`;
  const every = Math.max(1, Math.ceil(12 / height));
  leaks.forEach((leak, row) => {
    const y = top + (row + 0.5) * height;
    const thick = Math.min(10, height * 0.7);
    pen.fillStyle = ink.weight;
    pen.fillRect(begin, y - thick / 2, leak * most, thick);
    pen.fillStyle = ink.text;
    if (row % every === 0) pen.fillText(`${Math.round(100 * leak)} %`, begin + leak * most + 5, y + 0.5);
  });
}
