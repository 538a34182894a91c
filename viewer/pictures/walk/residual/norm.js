// The LayerNorm of the chosen sublayer: a table of all tokens, the two orders of norm and sum, and strips of D cells.

import { stackOf, tokensOf, tokenText } from "../../../frame/tokens.js";
import { AS_IS, element, label, region, say, vector } from "../../../widgets/elements.js";
import { full, short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { findExtremes, lastNorm, normalise } from "./lengths.js";
import { readStep } from "./step.js";
import { strips } from "./sum.js";

/** @param {ResidualView} view */
export function normPanel(view) {
  const [title, lead, lengths] = [element("h3"), element("p", "lead"), element("span", "lastlengths")];
  const moments = element(
    "div",
    "moments sideways",
    region("Mean and variance of every token before and after LayerNorm"),
  );
  makeSavable(moments, { name: "Mean and variance of every token" });
  const result = strips(view, "The token’s vector in LayerNorm", 1);
  const learned = strips(view, "Learned: the factor γ and the shift β (before training 1 and 0)", 0);
  for (const { element: each } of [result, learned]) each.dataset.from = "prove";
  const means = element(
    "div",
    "panel stack",
    { "data-from": "prove" },
    element("b", "", "Mean μ and variance σ² of every token’s numbers"),
    moments,
  );
  const pair = element("div", "side-by-side", means, buildOrders(view, lengths));
  return {
    element: element("section", "panel stack", title, lead, pair, result.element, learned.element),
    draw() {
      const step = readStep(view);
      title.textContent = step.final ? "The final LayerNorm" : "The LayerNorm of this sublayer";
      say(lead, writeLead(view, step));
      moments.replaceChildren(buildTable(view, step));
      bringIntoView(moments);
      say(lengths, describeLengths(view));
      const scaled = normalise(step.normInput, step.mean, step.variance, view.facts.epsilon);
      result.draw(["normalised", "LN(x)"], scaled, step.normOutput);
      learned.draw(["γ", "β"], step.gamma, step.beta);
    },
  };
}

/** @param {ResidualView} view */
function writeLead(view, { final }) {
  const last = { encoder: "the decoder’s cross-attention", decoder: "the output projection" }[stackOf(view)];
  const use = view.facts.preNorm
    ? `The result is what ${final ? last : "the sublayer"} reads.`
    : "It takes the sum, and the result is the stream from here on.";
  return (
    `Each token’s vector is shifted to mean 0 and scaled to variance 1 on its own (BatchNorm takes both from a whole ` +
    `batch of tokens). Then every dimension is multiplied by its own γ and shifted by its own β. ${use}`
  );
}

// The tokens' lengths after the last norm of the stack: with γ and β they differ.
/** @param {ResidualView} view */
function describeLengths(view) {
  const { shortest, longest } = findExtremes(lastNorm(view));
  const named = ({ token, after }) => `${short(after)} (“${tokenText(view, token)}”)`;
  return `After its γ and β the tokens’ lengths differ: here from ${named(shortest)} to ${named(longest)}.`;
}

/** @param {ResidualView} view */
function buildTable(view, { moments: { data, columns } }) {
  const cell = (token, which) => {
    const value = data[which * columns + token];
    return element("span", "", { title: full(value) }, short(value));
  };
  const tokens = tokensOf(view);
  const table = plainTable(
    ["token", "μ before", "σ² before", "μ after γ and β", "σ² after"],
    tokens.map(({ text }, token) => [
      element("bdi", "", AS_IS, text),
      ...[0, 1, 2, 3].map((each) => cell(token, each)),
    ]),
  );
  table.querySelectorAll("tbody tr").forEach((line, token) => {
    line.classList.add("pick");
    line.classList.toggle("here", token === view.focus.token);
    line.addEventListener("click", () => view.set({ token }));
  });
  return table;
}

// The line of the token in focus, in a table that scrolls.
function bringIntoView(box) {
  const line = box.querySelector(".here");
  const [from, to] = [line.offsetTop - 48, line.offsetTop + line.offsetHeight];
  if (from < box.scrollTop || to > box.scrollTop + box.clientHeight) box.scrollTop = Math.max(0, from - 40);
}

// ---- the place of the norm: both orders drawn, the model's own lit
/** @param {ResidualView} view */
function buildOrders({ facts: { preNorm } }, lengths) {
  const story = preNorm
    ? "This model normalises first. The stream itself is never rescaled and can grow from layer to layer; only the " +
      "copy that a sublayer reads is normalised. One more LayerNorm at the top brings the numbers back into one range."
    : "This model normalises last, as in the original paper: the sum itself goes through LayerNorm, so the " +
      "stream has about the same length after every sublayer and needs no norm at the top.";
  const name = "Where the norm goes";
  const drawn = element(
    "div",
    "orders",
    drawOrder("Norm first (pre-norm): x + Sublayer(LN(x))", preNorm, true),
    drawOrder("Norm last (post-norm, as first published): LN(x + Sublayer(x))", !preNorm, false),
  );
  return element(
    "div",
    "panel stack",
    element("b", "", name),
    makeSavable(drawn, { name }),
    element("p", "hint", element("span", "", story), " ", lengths),
  );
}

// The stream runs straight on above; the branch with the sublayer hangs below it.
function drawOrder(title, here, normFirst) {
  const box = (x, y, width, words, names = "") => [
    vector("rect", names, { x, y, width, height: 28, rx: 6 }),
    label(x + width / 2, y + 14, words),
  ];
  const sum = normFirst ? 352 : 232;
  const boxes = normFirst
    ? [...box(92, 38, 92, "LayerNorm", "norm"), ...box(210, 38, 100, "sublayer")]
    : [...box(92, 38, 100, "sublayer"), ...box(284, 4, 92, "LayerNorm", "norm")];
  const drawing = vector(
    "svg",
    "",
    { viewBox: "0 0 440 74", role: "img", "aria-label": `${title}${here ? ", as in this model" : ""}` },
    vector("path", "", { d: `M28 18H412m-5 -4l5 4l-5 4M60 18V52H${sum}V29m-4 6l4 -6l4 6` }),
    ...boxes,
    vector("circle", "sum", { cx: sum, cy: 18, r: 10 }),
    ...[label(sum, 18, "+"), label(14, 18, "x"), label(426, 18, "x")],
  );
  const caption = element("figcaption", "quiet", title, here && " — this model");
  return element("figure", here ? "here" : "", caption, drawing);
}
