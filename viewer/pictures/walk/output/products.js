// One logit: the products of the last vector and a row of the output matrix, whose sum it is, with the token's bias.

import { part } from "../../../transport/payload.js";
import { csvNumber } from "../../../widgets/csv.js";
import { element, say, spans, vector } from "../../../widgets/elements.js";
import { buildCaption } from "../../../widgets/matrix.js";
import { short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { biasOf, currentCandidate, logitOf, readFactors } from "./candidate.js";
import { quotePiece } from "./pieces.js";

/** @param {OutputView} view */
export function nextProducts(view) {
  const { D } = view.sizes;
  let shown = null;
  const tell = (at) => {
    mark.setAttribute("d", at === null ? "" : `M${at} -50h1v100h-1z`);
    reading.textContent =
      at === null
        ? "Point at a bar to read its two factors."
        : `dimension ${at}: h = ${short(shown.hidden[at])}, E = ${short(shown.weights[at])}, product ` +
          short(shown.hidden[at] * shown.weights[at]);
  };
  const [above, below, mark] = ["above", "below", "mark"].map((each) => vector("path", each));
  const svg = vector(
    "svg",
    "",
    {
      viewBox: `0 -50 ${D} 100`,
      preserveAspectRatio: "none",
      role: "img",
      pointermove: ({ clientX }) => {
        const { left, width } = svg.getBoundingClientRect();
        tell(Math.min(D - 1, Math.max(0, Math.floor(((clientX - left) / width) * D))));
      },
      pointerleave: () => tell(null),
    },
    ...[mark, above, below, vector("path", "axis", { d: `M0 0H${D}` })],
  );
  const caption = buildCaption("", `D = ${D} products`);
  const [upper, reading] = [element("span", "limit mono fine-print"), element("p", "reading")];
  const signs = [element("i", "square above"), " pushes up  ", element("i", "square below"), " pulls down"];
  const key = element("span", "", ...signs);
  const figure = element(
    "figure",
    "matrix products",
    caption,
    element("div", "frame", svg, upper),
    element("div", "ends fine-print row apart", ...spans("dimension 0"), key, ...spans(D - 1)),
    reading,
  );
  makeSavable(figure, { name: "The products of one logit", lines: () => productLines(view) });
  return {
    element: figure,
    draw() {
      const limit = largestProduct(view);
      const id = currentCandidate(view);
      const logit = short(logitOf(view, id));
      const bias = biasOf(view, id);
      const and = bias === null ? "" : ` and its bias, ${short(bias)}`;
      shown = readFactors(view, id);
      const sides = ["", ""];
      elementwiseProducts(shown).forEach((product, at) => {
        sides[product < 0 ? 1 : 0] += `M${at + 0.1} 0h.8v${((-50 * product) / limit).toFixed(2)}h-.8z`;
      });
      above.setAttribute("d", sides[0]);
      below.setAttribute("d", sides[1]);
      say(caption.firstElementChild, `The logit of ${quotePiece(view, id)}: ${logit} = the sum of h · E${and}`);
      upper.textContent = `±${short(limit)}`;
      const words = `${D} products of the last vector and the row of ${quotePiece(view, id)}; their sum${and} is ${logit}`;
      svg.setAttribute("aria-label", words);
      tell(null);
    },
  };
}

const elementwiseProducts = ({ hidden, weights }) => hidden.map((value, at) => value * weights[at]);

/** @param {OutputView} view */
function productLines(view) {
  const { hidden, weights } = readFactors(view, currentCandidate(view));
  const line = (value, at) => [at, ...[value, weights[at], value * weights[at]].map(csvNumber)];
  return [["dimension", "last vector", "row of the output matrix", "product"], ...Array.from(hidden, line)];
}

// One scale for all candidates of a position, so that pointing at another does not change it.
/** @param {OutputView} view */
function largestProduct(view) {
  const { position } = view.next;
  const ids = [...part(view.tensors.top, position), view.frame.ids.output[position]];
  const most = ids.map((id) => Math.max(...elementwiseProducts(readFactors(view, id)).map(Math.abs)));
  return Math.max(...most) || 1;
}
