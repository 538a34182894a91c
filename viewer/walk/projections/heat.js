// A heat map of queries and keys. A click puts its pair of tokens in focus.

import { matrix } from "../../widgets/matrix.js";
import { textsOf } from "../vectors.js";

/** @param {ProjectionsView} view */
export function pairHeat(view, options) {
  const axes = (rows, columns) => ({
    rows: { title: "query", labels: textsOf(rows), meaning: "query" },
    columns: { title: "key", labels: textsOf(columns), meaning: "key" },
  });
  const picture = matrix({
    ...options,
    ...axes([], []),
    pick: (query, key) => {
      view.key = key;
      view.set({ token: query });
    },
  });
  return {
    element: picture.element,
    draw({ rows, columns, token, keyRow }, values, changes) {
      picture.draw(values, { row: token, column: keyRow }, { ...axes(rows, columns), ...changes });
    },
    mark: ({ token, keyRow }) => picture.mark({ row: token, column: keyRow }),
  };
}
