// One logit: the products of the last vector and a row of the output matrix, whose sum it is.

import { csvNumber } from "../../widgets/csv.js";
import { element, vector } from "../../widgets/elements.js";
import { short } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { savedAs } from "../../widgets/pictures.js";
import { candidateOf, factorsOf, logitOf } from "./candidate.js";
import { quoted } from "./pieces.js";

/** @param {OutputView} view */
function productLines(view) {
  const { hidden, weights } = factorsOf(view, candidateOf(view));
  return [
    ["dimension", "last vector", "row of the output matrix", "product"],
    ...Array.from(hidden, (value, at) => [
      at,
      csvNumber(value),
      csvNumber(weights[at]),
      csvNumber(value * weights[at]),
    ]),
  ];
}

/** @param {OutputView} view */
export function nextProducts(view) {
  const { D } = view.sizes;
  const figure = element("figure", "products");
  const caption = element("figcaption");
  const name = element("b");
  caption.append(name, element("span", "shape", `D = ${D} products`));
  const svg = vector("svg", "");
  svg.setAttribute("viewBox", `0 -50 ${D} 100`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  const [above, below, axis, mark] = ["above", "below", "axis", "mark"].map((each) => vector("path", each));
  axis.setAttribute("d", `M0 0H${D}`);
  svg.append(mark, above, below, axis);
  const ends = element("div", "ends");
  ends.append(element("span", "", "dimension 0"), element("span", "legend-signs"), element("span", "", String(D - 1)));
  ends.children[1].append(element("i", "above"), " pushes up  ", element("i", "below"), " pulls down");
  const upper = element("span", "limit mono");
  const frame = element("div", "frame");
  frame.append(svg, upper);
  const reading = element("p", "reading");
  figure.append(caption, frame, ends, reading);
  savedAs(figure, { name: "The products of one logit", lines: () => productLines(view) });
  let shown = null;
  const tell = (dimension) => {
    mark.setAttribute("d", dimension === null ? "" : `M${dimension} -50h1v100h-1z`);
    if (dimension === null) {
      reading.textContent = "Point at a bar to read its two factors.";
      return;
    }
    const { hidden, weights } = shown;
    reading.textContent =
      `dimension ${dimension}: h = ${short(hidden[dimension])}, E = ${short(weights[dimension])}, product ` +
      `${short(hidden[dimension] * weights[dimension])}`;
  };
  svg.addEventListener("pointermove", (event) => {
    const { left, width } = svg.getBoundingClientRect();
    tell(Math.min(D - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * D))));
  });
  svg.addEventListener("pointerleave", () => tell(null));
  const limits = new Map();
  const draw = () => {
    const { position } = view.next;
    if (!limits.has(position)) limits.set(position, productLimit(view));
    const limit = limits.get(position);
    const id = candidateOf(view);
    shown = factorsOf(view, id);
    const sides = ["", ""];
    for (let each = 0; each < D; each += 1) {
      const height = (-50 * shown.hidden[each] * shown.weights[each]) / limit;
      sides[height > 0 ? 1 : 0] += `M${each + 0.1} 0h.8v${height.toFixed(2)}h-.8z`;
    }
    above.setAttribute("d", sides[0]);
    below.setAttribute("d", sides[1]);
    name.textContent = `The logit of ${quoted(view, id)}: ${short(logitOf(view, id))} = the sum of h · E`;
    upper.textContent = `±${short(limit)}`;
    svg.setAttribute(
      "aria-label",
      `${D} products of the last vector and the row of ${quoted(view, id)}; their sum is ${short(logitOf(view, id))}`,
    );
    tell(null);
  };
  return { element: figure, draw };
}

// One scale for all candidates of a position, so that pointing at another does not change it.
/** @param {OutputView} view */
function productLimit(view) {
  let most = 0;
  for (const id of [...part(view.tensors.top, view.next.position), view.facts.chosen[view.next.position]]) {
    const { hidden, weights } = factorsOf(view, id);
    hidden.forEach((each, dimension) => {
      most = Math.max(most, Math.abs(each * weights[dimension]));
    });
  }
  return most || 1;
}
