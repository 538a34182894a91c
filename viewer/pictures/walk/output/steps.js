// All positions at once, as in training, against one after the other, as in decoding: what is seen.

import { element, label, vector } from "../../../widgets/elements.js";
import { buildCaption } from "../../../widgets/matrix.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { niceStep } from "../../../widgets/ticks.js";
import { buildTitle } from "./bands.js";

const ROOM = 74; // pixels left of and above the cells, for tokens
const COMPUTED = ["computed", "computed in this run"];

/** @param {OutputView} view */
export function stepsPicture(view) {
  const { T } = view.sizes;
  const training = triangle(view, true, {
    name: "Training: one run",
    shape: `1 run × ${T} positions`,
    words: "all at once, the future hidden by the mask",
    legend: [COMPUTED, ["hidden", "hidden by the mask"]],
  });
  const decoding = triangle(view, false, {
    name: `Decoding: ${T} runs`,
    shape: `${T} runs × 1 position`,
    words: "one step at a time, the past kept in the cache",
    legend: [COMPUTED, ["kept", "key and value from the cache"]],
  });
  makeSavable(training.element, { name: "Training: one run" });
  makeSavable(decoding.element, { name: "Decoding: a run for each token" });
  const section = buildTitle(
    "All at once, or one by one",
    `T × T = ${T} × ${T}`,
    "In training the mask hides the later tokens; in decoding they don’t exist yet. Either way a position sees the " +
      "same tokens, so it predicts the same.",
    element("div", "flow steps", training.element, decoding.element),
  );
  return {
    element: section,
    show(position) {
      training.mark(position);
      decoding.mark(position);
    },
  };
}

/** @param {OutputView} view */
function triangle(view, atOnce, { name, shape, words, legend }) {
  const { T } = view.sizes;
  const size = Math.max(4, Math.min(20, Math.floor(260 / T)));
  const [edge, side] = [T * size, ROOM + T * size + 3];
  const mark = vector("rect", "mark", { x: -2, height: size + 1 });
  const svg = vector(
    "svg",
    "",
    {
      viewBox: `${-ROOM} ${-ROOM} ${side} ${side}`,
      width: side,
      height: side,
      role: "img",
      "aria-label": `${name}: ${words}. Rows are queries, columns are keys.`,
      style: `--line: ${size > 8 ? 1 : 0.4}`,
      click: ({ clientY }) => {
        const frame = svg.getBoundingClientRect();
        const at = Math.floor(((clientY - frame.top) * (side / frame.height) - ROOM) / size);
        if (at >= 0 && at < T) view.set({ token: at });
      },
    },
    hatching(),
    ...Object.entries(drawCells(view, atOnce, size)).map(([kind, d]) => vector("path", kind, { d })),
    ...tokensAlong(view, size),
    mark,
  );
  const entries = legend.map(([kind, meaning]) => element("span", "", element("i", `square ${kind}`), meaning));
  return {
    element: element(
      "figure",
      "matrix triangle",
      buildCaption(name, shape),
      svg,
      element("div", "keys flow fine-print", ...entries),
      element("p", "hint axes", "rows: queries ↓   columns: keys →"),
    ),
    mark(position) {
      mark.setAttribute("y", position * size - 1);
      mark.setAttribute("width", (atOnce ? edge : (position + 1) * size) + 3);
    },
  };
}

// What is computed, kept in the cache or hidden, and the outlines of the runs.
/** @param {OutputView} view */
function drawCells(view, atOnce, size) {
  const { T } = view.sizes;
  const paths = { computed: "", kept: "", hidden: "", run: "" };
  const gap = size > 8 ? 1 : 0;
  for (let at = 0; at < T * T; at += 1) {
    const [query, key] = [Math.floor(at / T), at % T];
    const kind = key <= query ? (atOnce || key === query ? "computed" : "kept") : atOnce && "hidden";
    if (kind) paths[kind] += `M${key * size} ${query * size}h${size - gap}v${size - gap}h${gap - size}z`;
  }
  const runs = atOnce ? [[-1.5, T * size + 2, T * size + 2]] : [];
  if (!atOnce) for (let query = 0; query < T; query += 1) runs.push([query * size - 0.5, (query + 1) * size + 1, size]);
  paths.run = runs.map(([top, width, height]) => `M-1.5 ${top}h${width}v${height}h${-width}z`).join("");
  return paths;
}

/** @param {OutputView} view */
function tokensAlong(view, size) {
  const every = niceStep(11 / size);
  return view.tokens.target.flatMap(({ text: word }, at) => {
    if (at % every) return [];
    const shown = word.length > 8 ? `${word.slice(0, 7)}…` : word;
    const middle = at * size + size / 2 + 4;
    const turned = { transform: `translate(${middle} -6) rotate(-90)` };
    return [label(-6, middle, shown, "query"), vector("text", "key", turned, shown)];
  });
}

// As on the pictures of the scores: what is masked is hatched.
function hatching() {
  const pattern = { id: "masked", width: 5, height: 5, patternUnits: "userSpaceOnUse" };
  return vector("defs", "", vector("pattern", "", pattern, vector("path", "hatch", { d: "M-1 6L6 -1" })));
}
