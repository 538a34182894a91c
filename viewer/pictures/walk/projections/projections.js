// Queries, keys, values: the flight at one head, at Look with its largest dot product, and X times three matrices.
//
// `view.now` holds the matrices of the focused layer and head (see `currentNumbers`). Chosen on this page alone:
// `view.chosen` {which, column}: the number whose equation is filled in; `view.key`: the key of the query in focus,
// null for the one that the query looks at most; `view.pointed`: the cell under the pointer.

import { walkthrough } from "../../../frame/frame.js";
import { depthNow, isInDepth } from "../../../widgets/depth.js";
import { element } from "../../../widgets/elements.js";
import { flightAt } from "../../watch/flight/inside.js";
import { isWord, surest } from "../surest.js";
import { deriveProjections } from "./derived.js";
import { equations } from "./equation.js";
import { mistakes } from "./mistakes.js";
import { currentNumbers, moduleInFocus, tellCode } from "./numbers.js";
import { productPicture } from "./product.js";
import { productTable } from "./products.js";
import "./projections.css";

const LETTERS = { query: 4, key: 3 }; // at least, of words that say something
const OPENS = "This page opens with the head in the encoder that looks hardest at another word.";
const ROWS =
  "The paper and this code write a token as a row, Turner and many others as a column. Every equation is then " +
  "transposed; the numbers are the same. nn.Linear stores the column’s matrix, and multiplies by its transpose.";
const FORWARD = 0.05; // what a word that comes later is worth more, such as a noun to its adjective

export default walkthrough(
  /** @satisfies {Chapter<ProjectionsView>} */ ({
    focus: { kind: true, layer: true, head: "one", token: true },

    mistakes,

    first: firstLook,

    derive: deriveProjections,

    parameterModules: moduleInFocus,

    build(view, place) {
      view.chosen ??= { which: "query", column: 0 };
      view.chosen.column = Math.min(view.chosen.column, view.sizes.d_k - 1);
      Object.assign(view, { key: null, keyKind: null, pointed: null, now: null, drawnAt: null });
      view.flight ??= flightAt(view, 2);
      view.match ??= flightAt(view, 4);
      view.parts = [productPicture, productTable].map((part) => part(view));
      const [picture, table] = view.parts.map((part) => part.element);
      const product = element("div", "product-and-table stack", { "data-from": "understand" }, picture, table);
      const match = element("div", "match", { "data-at": "look" }, view.match.element);
      place.append(view.flight.element, match, element("p", "hint", { "data-at": "look" }, OPENS), product);
      view.mistakes.element.before(element("p", "note", { "data-from": "prove" }, ROWS));
    },

    update(view) {
      // Another token changes little; another layer, head or kind, or other colours change all.
      const numbers = view.now?.numbers;
      view.now = currentNumbers(view);
      view.pointed = null;
      tellCode(view);
      view.flight.update();
      if (depthNow() === "look") view.match.update();
      const isNew = view.now.numbers !== numbers || view.drawnAt !== depthNow();
      view.drawnAt = depthNow();
      for (const { element: part, update } of view.parts) if (isInDepth(part)) update(view.now, isNew);
    },

    equation: equations,
  }),
);

// A word that finds another one, such as “black” its “dog”.
/** @param {ProjectionsView} view */
function firstLook(view) {
  const layers = [...Array(view.sizes.encoder_layers).keys()];
  const says = (token, letters) => isWord(token, letters) && !token.joined;
  return surest(view, "encoder", layers, ({ query, key, from, to, weight }) => {
    if (from === to || !says(query, LETTERS.query) || !says(key, LETTERS.key)) return -1;
    return weight + (to > from ? FORWARD : 0);
  });
}
