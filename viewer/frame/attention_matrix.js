// A matrix of the attention in focus: a row is a query, a column a key. A click puts both in focus.

import { textsOf } from "../widgets/chips.js";
import { matrix } from "../widgets/matrix.js";
import { attentionAxes, axisLengths } from "./axes.js";
import { keysOf, queriesOf } from "./tokens.js";

// `options` are those of a matrix; `view.key` is the key in focus, or what `keyOf` says.
/** @param {AnyWalkView} view */
export function attentionMatrix(view, options, keyOf = () => view.key) {
  const pick = (query, key) => {
    view.key = key;
    view.set({ token: query });
  };
  const picture = matrix({ ...attentionAxes([], []), scale: "weights", pick, ...options });
  const inFocus = () => ({ row: view.focus.token, column: keyOf() });
  return {
    element: picture.element,
    mark: () => picture.mark(inFocus()),
    draw(values, changes) {
      const { kind } = view.focus;
      const shape = `${axisLengths(kind)} = ${values.rows} × ${values.columns}`;
      const axes = attentionAxes(textsOf(queriesOf(view)), textsOf(keysOf(view)), kind);
      picture.draw(values, inFocus(), { ...axes, shape, ...changes });
    },
  };
}
