// The chapter on the embedding: from the text to the vector, the table as a space, and why words are cut.

import { walkthrough } from "../../../frame/frame.js";
import { stackOf } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { textsOf } from "../../../widgets/chips.js";
import { depthNow, showFrom } from "../../../widgets/depth.js";
import { element, say } from "../../../widgets/elements.js";
import { fraction, mathLeaf, root, text } from "../../../widgets/mathml.js";
import { matrix } from "../../../widgets/matrix.js";
import { short } from "../../../widgets/numbers.js";
import { dotProduct, furthest, largest, lengthOf } from "../../../widgets/vectors.js";
import { factor, formula, group, integer, term, withIndex } from "../formula.js";
import { mistakes } from "./mistakes.js";
import { buildNeighbours, drawNeighbours, nearestWords } from "./near.js";
import { currentVectors, readNeighbours, tableOf } from "./now.js";
import { buildPath, drawPath } from "./path.js";
import { pieceName } from "./piece.js";
import { buildPieces, drawPieces, tableNote } from "./pieces.js";
import { buildSpace, drawSpace } from "./space.js";
import "./embedding.css";

export default walkthrough(
  /** @satisfies {Chapter<EmbeddingView>} */ ({
    focus: { kind: "side", layer: false, head: false, token: true },

    mistakes,

    // At Look the neighbours are enough, which the server sends along.
    parameterModules: (view) => {
      const side = stackOf(view);
      return depthNow() === "look" && view.tensors[`near.${side}`] ? null : view.facts.modules[side];
    },

    build(view, place) {
      view.neighbour = 0;
      view.nearest = new Map();
      view.limits = {};
      // The dimension where the token in focus is furthest from zero: a number worth following.
      view.dimension = view.extra.dimension = furthest(currentVectors(view).row);
      view.heat = matrix({
        name: "Every token’s vector",
        rows: { title: "token" },
        columns: { title: "dimension" },
        scale: "signed",
        pick: (row, column) => {
          view.dimension = view.extra.dimension = column;
          view.set({ token: row });
        },
      });
      view.headline = element("p", "look-headline", { "data-at": "look", "aria-live": "polite" });
      const parts = [buildPath(view), view.heat.element, buildNeighbours(view), buildPieces(view)];
      const [path, heat, near, pieces] = showFrom("understand", ...parts);
      const proofs = showFrom("prove", roomNote(view), tableNote(view));
      place.append(view.headline, path, heat, ...proofs, buildSpace(view), near, pieces);
    },

    update(view) {
      const { side, id, chips, vectors } = currentVectors(view);
      const limit = colourLimit(view);
      if (view.drawnFor !== side + id) view.neighbour = 0;
      view.drawnFor = side + id;
      drawSpace(view);
      say(view.headline, nearestWords(view));
      if (depthNow() === "look") return;
      drawPath(view);
      view.heat.draw(
        vectors,
        { row: view.focus.token, column: view.dimension },
        {
          rows: { title: "token", labels: textsOf(chips) },
          height: chips.length > 24 ? 13 : 18,
          limit,
          unit: limit < largest(vectors.data) ? "value (colours stop at the ends)" : "value",
          shape: `${side === "encoder" ? "S" : "T"} × D = ${chips.length} × ${view.sizes.D}`,
        },
      );
      drawNeighbours(view);
      drawPieces(view);
    },

    equation(view) {
      const { chips, ids } = currentVectors(view);
      const { token } = view.focus;
      const [vector, likeness] = [vectorEquations(view), likenessEquations(view)];
      return {
        general: [vector.general, likeness.general],
        filled: [vector.filled, likeness.filled],
        words:
          `Token ${token}, “${chips[token].text}”, has id ${ids[token]}. First its number in dimension ` +
          `${view.dimension}, then the cosine similarity between its row and the row of ` +
          `“${pieceName(view, readNeighbours(view).ids[view.neighbour])}”.`,
      };
    },
  }),
);

/** @param {EmbeddingView} view */
function vectorEquations(view) {
  const { row, vector, id } = currentVectors(view);
  const { dimension } = view;
  const entry = (name, place) => withIndex(name, text(`${place}, ${dimension}`));
  return {
    general: formula(
      ...["x", "=", root(withIndex("d", text("model"))), "·", withIndex("E", text("id"))],
      text("  with E of size V × d"),
    ),
    filled: formula(
      ...[entry("x", view.focus.token), "=", root(integer(view.sizes.D)), "×", entry("E", id), "="],
      ...[factor(Math.sqrt(view.sizes.D)), "×", term(row[dimension], factor(row[dimension])), "=", vector[dimension]],
    ),
  };
}

/** @param {EmbeddingView} view */
function likenessEquations(view) {
  const { row, id } = currentVectors(view);
  const { ids, cosines } = readNeighbours(view);
  const other = view.neighbour;
  const theirs = part(tableOf(view), ids[other]);
  const cosine = (first, second) => [text("cos"), "(", first, ",", second, ")", "="];
  const entry = (number) => withIndex("E", mathLeaf("mn", String(number)));
  const lengths = group(factor(lengthOf(row)), "×", factor(lengthOf(theirs)));
  return {
    general: formula(...cosine("a", "b"), fraction(group("a", "·", "b"), group("‖", "a", "‖", "‖", "b", "‖"))),
    filled: formula(
      ...[
        ...cosine(entry(id), entry(ids[other])),
        fraction(factor(dotProduct(row, theirs)), lengths),
        "=",
        cosines[other],
      ],
    ),
  };
}

// End the colour scale at the largest number or, if that is an outlier, at a limit that 199 of 200 numbers keep to.
/** @param {EmbeddingView} view */
function colourLimit(view) {
  const { side, vectors } = currentVectors(view);
  view.limits[side] ??= usualLargest(vectors.data);
  return view.limits[side];
}

function usualLargest(numbers) {
  const sizes = Float32Array.from(numbers, Math.abs).sort();
  const usual = sizes[Math.floor(sizes.length * 0.995)];
  const most = sizes[sizes.length - 1];
  return (most > 1.5 * usual ? usual : most) || 1;
}

// The heat map of most sentences shows it: where the waves of the positions will be fast, the table is quiet.
/** @param {EmbeddingView} view */
function roomNote({ facts: { room } }) {
  const quiet = room && room.first < 0.8 * room.rest;
  return element(
    "p",
    "note room",
    { hidden: !quiet },
    quiet &&
      `The first dimensions have smaller numbers: their root mean square is ${short(room.first)} in the first ` +
        `${room.dimensions} and ${short(room.rest)} in the others, weighted by how often each piece occurs in ` +
        `training. The next chapter adds waves to these vectors that tell the model where a token is. In the first ` +
        `${room.dimensions} dimensions the waves are short, at most ${room.wave} tokens long, so they differ from ` +
        `word to word; there training kept the table small, and the waves stand out.`,
  );
}
