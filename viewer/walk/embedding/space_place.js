// Where every row of the table lies on the map of the vocabulary.

import { embeddingSide } from "./now.js";

const SPACE_PAD = 26;

// ---- where everything lies
/** @param {EmbeddingView} view */
export function spaceData(view) {
  const side = embeddingSide(view);
  const own = view.tensors[`${side}.map`] ? side : "encoder";
  return { name: own, data: view.tensors[`${own}.map`].data, explained: view.facts.explained[own] };
}

// The smallest box that holds every point.
/** @param {EmbeddingView} view */
function spaceBox(view, { name, data }) {
  const { boxes } = view.space;
  if (!boxes.has(name)) {
    const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
    for (let at = 0; at < data.length; at += 2) {
      box.left = Math.min(box.left, data[at]);
      box.right = Math.max(box.right, data[at]);
      box.bottom = Math.min(box.bottom, data[at + 1]);
      box.top = Math.max(box.top, data[at + 1]);
    }
    boxes.set(name, box);
  }
  return boxes.get(name);
}

// At zoom 1 every point is seen, and both axes have the same scale: distances are not bent. x and y move the view.
/** @param {EmbeddingView} view */
export function spaceProjection(view, map) {
  const { wide, high, zoom, x, y } = view.space;
  const { left, right, bottom, top } = spaceBox(view, map);
  const fit = Math.min((wide - 2 * SPACE_PAD) / (right - left), (high - 2 * SPACE_PAD) / (top - bottom));
  const scale = fit * zoom;
  const [middle, centre] = [wide / 2, high / 2];
  const [across, up] = [(left + right) / 2 + x, (bottom + top) / 2 + y];
  return {
    scale,
    at: (id) => [middle + (map.data[2 * id] - across) * scale, centre - (map.data[2 * id + 1] - up) * scale],
    back: (fromLeft, fromTop) => [(fromLeft - middle) / scale + across, (centre - fromTop) / scale + up],
  };
}
