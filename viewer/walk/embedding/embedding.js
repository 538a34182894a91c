// The chapter on the embedding: from the text to the vector, the table as a space, and why words are cut.

import { element } from "../../widgets/elements.js";
import { equation, fraction, ident, leaf, num, op, root, row, sub, text } from "../../widgets/mathml.js";
import { matrix } from "../../widgets/matrix.js";
import { full, short } from "../../widgets/numbers.js";
import { walkthrough } from "../frame/frame.js";
import { embeddingMistakes } from "./mistakes.js";
import { drawNear, nearOf } from "./near.js";
import { embeddingGutter, embeddingNow, nearNow } from "./now.js";
import { drawPath, pathOf } from "./path.js";
import { pieceName } from "./piece.js";
import { drawPieces, piecesOf, tableNote } from "./pieces.js";
import { spaceOf } from "./space.js";
import { drawSpace } from "./space_drawing.js";
import { colourLimit, largest, paintFetch } from "./strips.js";
import "./embedding.css";

export default walkthrough(
  /** @satisfies {Chapter<EmbeddingView>} */ ({
    focus: { kind: "side", layer: false, head: false, token: true },

    mistakes: embeddingMistakes,

    build(view, place) {
      view.neighbour = 0;
      view.limits = {};
      view.nearNow = () => nearNow(view);
      view.pointAt = (id) => {
        if (view.space.pointed === id) return;
        view.space.pointed = id;
        drawSpace(view);
      };
      view.chooseNeighbour = (neighbour) => {
        view.neighbour = neighbour;
        drawNear(view);
        drawSpace(view);
        view.retell();
      };
      view.chooseDimension = (dimension) => {
        view.dimension = dimension;
        view.extra.dimension = dimension;
        paintFetch(view);
        view.heat.mark({ row: view.focus.token, column: dimension });
        view.retell();
      };
      view.dimension = strongest(view);
      view.extra.dimension = view.dimension;
      view.heat = matrix({
        name: "Every token's vector",
        rows: { title: "token", labels: [] },
        columns: { title: "dimension", labels: null },
        scale: "signed",
        left: embeddingGutter(view),
        pick: (row, column) => {
          view.dimension = view.extra.dimension = column;
          view.set({ token: row });
        },
      });
      const table = element("div", "table");
      table.append(spaceOf(view), nearOf(view));
      place.append(pathOf(view), view.heat.element, roomNote(view), tableNote(view), table, piecesOf(view));
    },

    update(view) {
      const now = embeddingNow(view);
      const limit = colourLimit(view, now);
      const labels = now.chips.map(({ text }) => text);
      view.root.dataset.side = now.side;
      if (view.drawnFor !== now.side + now.id) view.neighbour = 0;
      view.drawnFor = now.side + now.id;
      drawPath(view);
      drawSpace(view);
      view.heat.draw(
        now.vectors,
        { row: view.focus.token, column: view.dimension },
        {
          rows: { title: "token", labels },
          height: labels.length > 24 ? 13 : 18,
          limit,
          left: embeddingGutter(view),
          unit: limit < largest(now.vectors.data) ? "value (beyond the ends: their colour)" : "value",
          shape: `${now.side === "encoder" ? "S" : "T"} × D = ${labels.length} × ${view.sizes.D}`,
        },
      );
      drawNear(view);
      drawPieces(view);
    },

    equation(view) {
      const { chips, ids } = embeddingNow(view);
      const { token } = view.focus;
      const [vector, likeness] = [vectorEquations(view), likenessEquations(view)];
      return {
        general: [vector.general, likeness.general],
        filled: [vector.filled, likeness.filled],
        words:
          `Token ${token}, “${chips[token].text}”, has id ${ids[token]}. First its number in dimension ` +
          `${view.dimension}, then the cosine similarity of its row and that of ` +
          `“${pieceName(view, nearNow(view).ids[view.neighbour])}”.`,
      };
    },
  }),
);

/** @param {EmbeddingView} view */
function vectorEquations(view) {
  const { rows, vectors, facts, id } = embeddingNow(view);
  const { token } = view.focus;
  const at = token * rows.columns + view.dimension;
  const value = rows.data[at] < 0 ? row(op("("), exactly(rows.data[at]), op(")")) : exactly(rows.data[at]);
  const entry = (name, place) => sub(ident(name), leaf("mtext", `${place}, ${view.dimension}`));
  return {
    general: equation(
      ident("x"),
      op("="),
      root(sub(ident("d"), text("model"))),
      op("·"),
      sub(ident("E"), text("id")),
      text("  with E of size V × d"),
    ),
    filled: equation(
      ...[entry("x", token), op("="), root(leaf("mn", String(view.sizes.D))), op("×"), entry("E", id)],
      ...[op("="), exactly(facts.scale), op("×"), value, op("="), num(vectors.data[at])],
    ),
  };
}

/** @param {EmbeddingView} view */
function likenessEquations(view) {
  const { rows, id } = embeddingNow(view);
  const { ids, cosines, products, norms } = nearNow(view);
  const other = view.neighbour;
  const own = rows.data.subarray(view.focus.token * rows.columns, (view.focus.token + 1) * rows.columns);
  const length = Math.sqrt(own.reduce((sum, value) => sum + value * value, 0));
  const cosine = (first, second, share) => [text("cos"), op("("), first, op(","), second, op(")"), op("="), share];
  const size = (name) => row(op("‖"), ident(name), op("‖"));
  const named = (number) => sub(ident("E"), leaf("mn", String(number)));
  const numbers = fraction(exactly(products[other]), row(exactly(length), op("×"), exactly(norms[other])));
  return {
    general: equation(
      ...cosine(ident("a"), ident("b"), fraction(row(ident("a"), op("·"), ident("b")), row(size("a"), size("b")))),
    ),
    filled: equation(...cosine(named(id), named(ids[other]), numbers), op("="), num(cosines[other])),
  };
}

// The dimension where the token in focus is furthest from zero: a number worth following.
/** @param {EmbeddingView} view */
function strongest(view) {
  const { rows } = embeddingNow(view);
  const row = rows.data.subarray(view.focus.token * rows.columns, (view.focus.token + 1) * rows.columns);
  return row.reduce((best, value, index) => (Math.abs(value) > Math.abs(row[best]) ? index : best), 0);
}

// What can be seen in the heat map of most sentences: where the waves of the positions will be fast, the table is
// quiet.
/** @param {EmbeddingView} view */
function roomNote(view) {
  const { room } = view.facts;
  const quiet = room && room.first < 0.8 * room.rest;
  return element(
    "p",
    "note room",
    quiet
      ? `In the first dimensions the numbers are smaller: their root mean square is ${short(room.first)} in the ` +
          `first ${room.dimensions} and ${short(room.rest)} in the others, each piece counted as often as training ` +
          `read it. The next chapter adds waves to these vectors, which say where in the sentence a token stands. In ` +
          `the first ${room.dimensions} dimensions the waves are short, at most ${room.wave} tokens long, so that ` +
          `they differ from word to word; there training has kept the table small, and the waves stand out.`
      : "",
  );
}

// A factor with one digit more than its product is shown with, so that a pocket calculator agrees.
function exactly(value) {
  const made = leaf("mn", short(value, 4));
  made.setAttribute("title", full(value));
  return made;
}
