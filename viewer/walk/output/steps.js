// All positions at once, as in training, against one after the other, as in decoding: what is seen, and the numbers.

import { element, vector } from "../../widgets/elements.js";
import { short, signed } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { savedAs } from "../../widgets/pictures.js";
import { niceStep } from "../../widgets/ticks.js";
import { titled } from "./bands.js";
import { pieceChip } from "./pieces.js";

const STEP_LABEL = 74; // pixels beside and above the cells

/** @param {OutputView} view */
export function stepsPicture(view, place) {
  const { T } = view.sizes;
  const section = titled(
    "All at once, or one by one",
    `T × T = ${T} × ${T}`,
    "In training the mask hides the later tokens; in decoding they do not exist yet. Either way a position sees the " +
      "same tokens, so it predicts the same.",
  );
  const training = triangle(
    view,
    "Training: one run",
    `1 run × ${T} positions`,
    "all at once, the future hidden by the mask",
    true,
  );
  const decoding = triangle(
    view,
    `Decoding: ${T} runs`,
    `${view.facts.steps.incremental.runs.length} runs × 1 position`,
    "a step at a time, the past kept in the cache",
    false,
  );
  const numbers = element("div", "numbers");
  const logits = stepLogits(view);
  numbers.append(stepTable(view), logits.element);
  savedAs(training.element, { name: "Training: one run" });
  savedAs(decoding.element, { name: "Decoding: a run for each token" });
  savedAs(numbers, { name: "The same numbers either way" });
  const row = element("div", "steps");
  row.append(training.element, decoding.element, numbers);
  section.append(row);
  place.append(section);
  return {
    show(position) {
      training.mark(position);
      decoding.mark(position);
      logits.draw(position);
    },
  };
}

/** @param {OutputView} view */
function triangle(view, name, shape, words, atOnce) {
  const { T } = view.sizes;
  const figure = element("figure", "triangle");
  const caption = element("figcaption");
  caption.append(element("b", "", name), element("span", "shape", shape));
  const size = Math.max(4, Math.min(20, Math.floor(260 / T)));
  const edge = T * size;
  const svg = vector("svg", "");
  const [width, height] = [STEP_LABEL + edge + 3, STEP_LABEL + edge + 3];
  svg.setAttribute("viewBox", `${-STEP_LABEL} ${-STEP_LABEL} ${width} ${height}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${name}: ${words}. Rows are queries, columns are keys.`);
  svg.append(hatching());
  const paths = { computed: "", kept: "", hidden: "", run: "" };
  const gap = size > 8 ? 1 : 0;
  svg.style.setProperty("--line", size > 8 ? 1 : 0.4);
  const mask = part(view.tensors.mask);
  for (let query = 0; query < T; query += 1) {
    for (let key = 0; key < T; key += 1) {
      const cell = `M${key * size} ${query * size}h${size - gap}v${size - gap}h${gap - size}z`;
      if (mask.data[query * T + key]) paths[atOnce || key === query ? "computed" : "kept"] += cell;
      else if (atOnce) paths.hidden += cell;
    }
    if (!atOnce)
      paths.run += `M-1.5 ${query * size - 0.5}h${(query + 1) * size + 1}v${size}h${-(query + 1) * size - 1}z`;
  }
  if (atOnce) paths.run = `M-1.5 -1.5h${edge + 2}v${edge + 2}h${-edge - 2}z`;
  for (const [kind, d] of Object.entries(paths)) {
    const path = vector("path", kind);
    path.setAttribute("d", d);
    svg.append(path);
  }
  const mark = vector("rect", "mark");
  mark.setAttribute("x", "-2");
  mark.setAttribute("height", size + 1);
  const every = niceStep(11 / size);
  view.tokens.target.forEach(({ text: word }, at) => {
    if (at % every) return;
    const shown = word.length > 8 ? `${word.slice(0, 7)}…` : word;
    const [query, key] = [vector("text", "query"), vector("text", "key")];
    query.textContent = shown;
    query.setAttribute("x", "-6");
    query.setAttribute("y", at * size + size / 2 + 4);
    key.textContent = shown;
    key.setAttribute("transform", `translate(${at * size + size / 2 + 4} -6) rotate(-90)`);
    svg.append(query, key);
  });
  svg.append(mark);
  svg.addEventListener("click", (event) => {
    const frame = svg.getBoundingClientRect();
    const at = Math.floor(((event.clientY - frame.top) * (height / frame.height) - STEP_LABEL) / size);
    if (at >= 0 && at < T) view.set({ token: at });
  });
  const legend = element("div", "legend keys");
  const entries = atOnce
    ? [
        ["computed", "computed in this run"],
        ["hidden", "hidden by the mask"],
      ]
    : [
        ["computed", "computed in this run"],
        ["kept", "key and value from the cache"],
      ];
  for (const [kind, meaning] of entries) {
    const entry = element("span");
    entry.append(element("i", kind), meaning);
    legend.append(entry);
  }
  const axes = element("p", "hint axes", "rows: queries ↓   columns: keys →");
  figure.append(caption, svg, legend, axes);
  return {
    element: figure,
    mark(position) {
      mark.setAttribute("y", position * size - 1);
      mark.setAttribute("width", (atOnce ? edge : (position + 1) * size) + 3);
    },
  };
}

// As on the pictures of the scores: what is masked is hatched.
function hatching() {
  const definitions = vector("defs", "");
  const pattern = vector("pattern", "");
  Object.entries({ id: "masked", width: 5, height: 5, patternUnits: "userSpaceOnUse" }).forEach(([name, value]) => {
    pattern.setAttribute(name, value);
  });
  const stroke = vector("path", "hatch");
  stroke.setAttribute("d", "M-1 6L6 -1");
  pattern.append(stroke);
  definitions.append(pattern);
  return definitions;
}

/** @param {OutputView} view */
function stepTable(view) {
  const { T } = view.sizes;
  const { whole, incremental, modules, precise } = view.facts.steps;
  const [fast, plain, exact] = [0, 1, 2].map((way) => Math.max(...part(view.tensors.differences, way)));
  const table = element("table");
  const caption = element("caption", "", "Computed for this translation, in 32 bits and for comparison in 64");
  table.append(caption);
  const head = table.createTHead().insertRow();
  for (const words of ["", "runs × positions", "largest difference", "same first choice"])
    head.append(element("th", "", words));
  const body = table.createTBody();
  const runs = ({ runs: each }) => `${each.length} × ${Math.max(...each)}`;
  const line = (name, title, ...values) => {
    const made = body.insertRow();
    const header = element("th", "", name);
    header.title = title;
    made.append(header, ...values.map((value) => element("td", "mono", value)));
  };
  line("at once", "Transformer.decode over the whole target", runs(whole), "", "");
  line(
    "one by one, fast path",
    "IncrementalDecoder, as the translation was found",
    runs(incremental),
    short(fast, 1),
    `${incremental.agreeing} of ${T}`,
  );
  line(
    "one by one, same layers",
    "Transformer.decode with a DecoderCache",
    runs(modules),
    short(plain, 1),
    `${modules.agreeing} of ${T}`,
  );
  line(
    "at once, in 64 bits",
    "Transformer.decode over the whole target, with numbers of 64 bits",
    runs(precise),
    short(exact, 1),
    `${precise.agreeing} of ${T}`,
  );
  return table;
}

// The logits of the position in focus, to the digits that 32 bits hold.
/** @param {OutputView} view */
function stepLogits(view) {
  const ways = ["at once", "one by one", "in 64 bits"];
  const table = element("table", "logits");
  const caption = element("caption");
  table.append(caption);
  const head = table.createTHead().insertRow();
  for (const words of ["logit of", ...ways]) head.append(element("th", "", words));
  const count = view.tensors.stepLogits.shape[2];
  const body = table.createTBody();
  const lines = [...Array(count).keys()].map(() => {
    const made = body.insertRow();
    const cells = [element("th"), ...ways.map(() => element("td", "mono"))];
    made.append(...cells);
    return cells;
  });
  const note = element("p", "hint");
  const box = element("div");
  box.append(table, note);
  return {
    element: box,
    draw(position) {
      const [apart, , rounding] = [0, 1, 2].map((way) => part(view.tensors.differences, way)[position]);
      const decimals = decimalsThatHold(Math.max(apart, rounding));
      caption.textContent = `The most probable tokens at position ${position}`;
      note.textContent =
        `${decimals} decimals hold here, but for how the last is rounded. Beyond, over the whole vocabulary, at once ` +
        `and one by one differ by at most ${short(apart, 1)}, and at once differs from the same sums in 64 bits by ` +
        `at most ${short(rounding, 1)}: 32-bit numbers are rounded, in another order each time.`;
      lines.forEach(([name, ...cells], index) => {
        name.replaceChildren(pieceChip(view, part(view.tensors.top, position)[index]));
        cells.forEach((cell, way) => {
          cell.textContent = signed(part(view.tensors.stepLogits, way, position)[index], decimals);
        });
      });
    },
  };
}

// As many decimals as an error leaves right; four at most are shown.
export function decimalsThatHold(error) {
  return error > 0 ? Math.min(4, Math.max(0, Math.floor(-Math.log10(2 * error)))) : 4;
}
