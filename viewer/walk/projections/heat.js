// A heat map of queries and keys. A click puts its pair of tokens in focus.

import { matrix } from "../../widgets/matrix.js";
import { attentionAxes } from "../frame/axes.js";
import { textsOf } from "../vectors.js";

/** @param {ProjectionsView} view */
export function pairHeat(view, options) {
  const picture = matrix({
    ...options,
    ...attentionAxes([], []),
    pick: (query, key) => {
      view.key = key;
      view.set({ token: query });
    },
  });
  return {
    element: picture.element,
    draw({ kind, rows, columns, token, keyRow }, values, changes) {
      const axes = attentionAxes(textsOf(rows), textsOf(columns), kind);
      picture.draw(values, { row: token, column: keyRow }, { ...axes, ...changes });
    },
    mark: ({ token, keyRow }) => picture.mark({ row: token, column: keyRow }),
  };
}
