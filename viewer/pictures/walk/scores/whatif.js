// Two what-ifs: no division by √d, and a mask that is multiplied instead of set to −∞.

import { attentionMatrix } from "../../../frame/attention_matrix.js";
import { LABEL } from "../../../widgets/canvas.js";
import { element } from "../../../widgets/elements.js";
import { short } from "../../../widgets/numbers.js";
import { drawWhenNear } from "../../../widgets/when_near.js";
import { dot, line } from "../pens.js";
import { section } from "../section.js";
import { rowHeight } from "./matrices.js";
import { mean, ofHead } from "./numbers.js";

const ENTROPY_ROOM = 190; // pixels right of the matrix
const LEAK_ROOM = 120;

/** @param {ScoresView} view */
export function whatIfSection(view) {
  const root = `√${view.sizes.d_k}`;
  const unscaled = panel(view, `… the scores were not divided by ${root}?`, {
    name: `Weights without ÷ ${root}`,
    beside: {
      width: ENTROPY_ROOM,
      paint: (pen, place, _, ink) => paintEntropies(readEntropies(view), pen, place, ink),
    },
  });
  const signs = { with: `with ÷ ${root}`, without: "without", widest: "the maximum, ln n" };
  const legend = Object.entries(signs).map(([sign, words]) =>
    element("span", "", element("i", `square ${sign}`), words),
  );
  unscaled.after.before(element("p", "hint flow signs", ...legend));
  const multiplied = panel(view, "… forbidden scores were multiplied by 0 instead of set to −∞?", {
    name: "Weights with scores × 0",
    beside: { width: LEAK_ROOM, paint: (pen, place, _, ink) => paintLeaks(view, pen, place, ink) },
  });
  const both = section("What if …", "", element("div", "side-by-side", unscaled.box, multiplied.box));
  view.drawWhatIfs = drawWhenNear(both, () => {
    drawUnscaled(view, unscaled);
    drawMultiplied(view, multiplied);
  });
  return both;
}

/** @param {ScoresView} view */
function panel(view, title, options) {
  const picture = attentionMatrix(view, { ...options, cell: [2, 30] });
  const [headline, words, after] = [
    element("p", "headline look-words"),
    element("p", "hint"),
    element("p", "whole-model"),
  ];
  const box = element(
    "article",
    "what-if panel stack",
    element("h3", "", title),
    headline,
    words,
    picture.element,
    after,
  );
  return { box, headline, words, picture, after };
}

/** @param {ScoresView} view */
function readEntropies(view) {
  return {
    scaled: ofHead(view, "entropy"),
    unscaled: ofHead(view, "unscaled_entropy"),
    widest: view.tensors[`${view.focus.kind}.widest`].data,
  };
}

/** @param {ScoresView} view */
function drawUnscaled(view, { headline, words, picture, after }) {
  const { scaled, unscaled, widest } = readEntropies(view);
  const { token } = view.focus;
  headline.replaceChildren(
    element("b", "mono", `${short(mean(unscaled))} nats`),
    " instead of ",
    element("b", "mono", short(mean(scaled))),
    ": the mean entropy of this head’s rows.",
  );
  words.textContent =
    `Entropy says how widely a query spreads its attention, in nats (with the natural logarithm): 0 when one key ` +
    `gets it all, ln n when n keys share evenly. The query in focus has ${short(unscaled[token])} instead of ` +
    `${short(scaled[token])}; it could have ${short(widest[token])}. Queries and keys are the same; only this head’s ` +
    `softmax was recomputed, from the raw scores.`;
  picture.draw(ofHead(view, "unscaled"), rowHeight(ofHead(view, "unscaled")));
  after.textContent = wholeModelTold(view.facts);
}

/** @param {ScoresFacts} facts */
function wholeModelTold({ measured }) {
  if (!measured) return "";
  const { probability, unscaledProbability, positions, changed, changedBefore } = measured.wholeModel;
  return (
    `And the whole model, without the division in any attention? Forced through the same translation, it gives each ` +
    `token ${short(unscaledProbability)} instead of ${short(probability)} on average (geometric mean). Its first ` +
    `choice is another token than the translation’s at ${changed} of ${positions} positions; with the division, at ` +
    `${changedBefore}.`
  );
}

// A line for every query from its entropy without the scaling (ring) to that with it (disc), the widest possible as a
// tick.
function paintEntropies({ scaled, unscaled, widest }, pen, { right, top, height, bottom }, ink) {
  const most = Math.max(...widest) || 1;
  const [left, width] = [right + 18, ENTROPY_ROOM - 34];
  const across = (value) => left + (value / most) * width;
  title(pen, "entropy in nats →", left, 9, ink);
  pen.textAlign = "center";
  for (let tick = 0; tick <= Math.floor(most); tick += 1) {
    pen.fillStyle = ink.text;
    pen.fillText(String(tick), across(tick), top - 9);
    pen.fillStyle = ink.hair;
    pen.fillRect(across(tick) - 0.5, top, 1, bottom - top);
  }
  const radius = Math.min(4.5, height * 0.38);
  pen.lineWidth = 1.5;
  pen.strokeStyle = ink.text;
  widest.forEach((wide, row) => {
    const y = top + (row + 0.5) * height;
    pen.globalAlpha = 0.55;
    line(pen, [
      [across(unscaled[row]), y],
      [across(scaled[row]), y],
    ]);
    pen.fillStyle = ink.text;
    pen.fillRect(across(wide) - 0.75, y - Math.min(6, height * 0.42), 1.5, Math.min(12, height * 0.84));
    pen.globalAlpha = 1;
    pen.strokeStyle = ink.deep.cross;
    dot(pen, [across(scaled[row]), y], radius - 0.75, ink.deep.cross);
    pen.strokeStyle = ink.text;
    dot(pen, [across(unscaled[row]), y], radius - 0.5, ink.paper);
  });
}

// The title of a picture next to a matrix; leaves the pen with the font of its numbers.
function title(pen, words, x, y, ink) {
  pen.textBaseline = "middle";
  pen.textAlign = "left";
  pen.fillStyle = ink.text;
  pen.font = `italic ${LABEL}px ${ink.family}`;
  pen.fillText(words, x, y);
  pen.font = `${LABEL}px ${ink.mono}`;
}

/** @param {ScoresView} view */
function drawMultiplied(view, { headline, words, picture, after }) {
  const { kind, token } = view.focus;
  picture.element.hidden = kind !== "decoder";
  if (kind !== "decoder") {
    headline.textContent = "Nothing to leak here: this attention has no causal mask.";
    words.textContent =
      (kind === "encoder"
        ? "The encoder reads the whole sentence at once: every query can see every key. "
        : "The whole source is known before the first word is written: every query can see every key of it. ") +
      "Choose the decoder’s masked self-attention to see the mistake.";
    after.textContent = "";
    return;
  }
  const leaks = ofHead(view, "leak");
  headline.replaceChildren(
    element("b", "mono", `${short(100 * mean(leaks))}%`),
    " of the attention goes to words that come later (mean of this head’s rows).",
  );
  words.textContent =
    `A score of 0 forbids nothing: e⁰ = 1 gets its share of the softmax. ${short(100 * leaks[token])}% of the query ` +
    `in focus leaks to the future; with −∞ it’s exactly 0. Queries and keys are the same; only this head’s mask was ` +
    `changed.`;
  picture.draw(ofHead(view, "multiplied"), rowHeight(ofHead(view, "multiplied")));
  after.textContent =
    "The future is to the right of the stepped line. In training, a model with this mistake could read there what it " +
    "should predict. In decoding there’s no future to read yet, and no error message to warn you.";
}

// Where the allowed keys end, and each row's leak as a bar.
/** @param {ScoresView} view */
function paintLeaks(view, pen, { left, right, top, width, height }, ink) {
  const leaks = ofHead(view, "leak");
  pen.strokeStyle = ink.text;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(left, top);
  leaks.forEach((_, row) => {
    pen.lineTo(left + (row + 1) * width, top + row * height);
    pen.lineTo(left + (row + 1) * width, top + (row + 1) * height);
  });
  pen.stroke();
  const begin = right + 14;
  title(pen, "leak →", begin, top - 10, ink);
  const every = Math.max(1, Math.ceil(12 / height));
  leaks.forEach((leak, row) => {
    const y = top + (row + 0.5) * height;
    const [long, thick] = [leak * (LEAK_ROOM - 60), Math.min(10, height * 0.7)];
    pen.fillStyle = ink.weight;
    pen.fillRect(begin, y - thick / 2, long, thick);
    pen.fillStyle = ink.text;
    if (row % every === 0) pen.fillText(`${Math.round(100 * leak)}%`, begin + long + 5, y + 0.5);
  });
}
