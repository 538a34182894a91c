// Moving in the map of the vocabulary: pointer, wheel, keys.

import { embeddingNow } from "./now.js";
import { drawSpace } from "./space_drawing.js";
import { spaceData, spaceProjection } from "./space_place.js";

/** @param {EmbeddingView} view */
export function zoomSpace(view, factor, [left, top] = [view.space.wide / 2, view.space.high / 2]) {
  const { space } = view;
  const map = spaceData(view);
  const before = spaceProjection(view, map).back(left, top);
  space.zoom = factor ? Math.min(Math.max(space.zoom * factor, 1), 40) : 1;
  if (space.zoom === 1) {
    Object.assign(space, { x: 0, y: 0 });
  } else {
    const after = spaceProjection(view, map).back(left, top);
    space.x += before[0] - after[0];
    space.y += before[1] - after[1];
  }
  drawSpace(view);
}

/** @param {EmbeddingView} view */
function nearestPoint(view, left, top) {
  const { at } = spaceProjection(view, spaceData(view));
  let [best, least] = [null, 12 ** 2];
  for (let id = 0; id < view.sizes.V; id += 1) {
    const [x, y] = at(id);
    const distance = (x - left) ** 2 + (y - top) ** 2;
    if (distance < least) [best, least] = [id, distance];
  }
  return best;
}

/** @param {EmbeddingView} view */
export function listenToSpace(view) {
  const { marks } = view.space;
  let drag = null;
  marks.addEventListener("pointerdown", (event) => {
    drag = { left: event.clientX, top: event.clientY, x: view.space.x, y: view.space.y, moved: false };
    marks.setPointerCapture(event.pointerId);
  });
  marks.addEventListener("pointermove", (event) => {
    if (!drag) {
      view.pointAt(nearestPoint(view, event.offsetX, event.offsetY));
      return;
    }
    drag.moved ||= Math.hypot(event.clientX - drag.left, event.clientY - drag.top) > 3;
    if (!drag.moved || view.space.zoom === 1) return;
    const { scale } = spaceProjection(view, spaceData(view));
    Object.assign(view.space, {
      x: drag.x - (event.clientX - drag.left) / scale,
      y: drag.y + (event.clientY - drag.top) / scale,
    });
    drawSpace(view);
  });
  marks.addEventListener("pointerup", (event) => {
    const token = drag?.moved ? -1 : embeddingNow(view).ids.indexOf(nearestPoint(view, event.offsetX, event.offsetY));
    drag = null;
    if (token >= 0) view.set({ token });
  });
  marks.addEventListener("pointercancel", () => {
    drag = null;
  });
  marks.addEventListener("pointerleave", () => view.pointAt(null));
  // The wheel scrolls the page until the map was clicked: nobody is caught by it on the way down.
  marks.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !marks.matches(":focus")) return;
      event.preventDefault();
      zoomSpace(view, Math.exp(-event.deltaY / 400), [event.offsetX, event.offsetY]);
    },
    { passive: false },
  );
  marks.addEventListener("keydown", (event) => {
    const factor = { "+": 1.6, "=": 1.6, "-": 1 / 1.6, 0: 0 }[event.key];
    const [right, up] =
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [];
    if (factor === undefined && right === undefined) return;
    event.preventDefault();
    if (factor !== undefined) {
      zoomSpace(view, factor);
    } else if (view.space.zoom > 1) {
      const { scale } = spaceProjection(view, spaceData(view));
      Object.assign(view.space, { x: view.space.x + (right * 60) / scale, y: view.space.y + (up * 60) / scale });
      drawSpace(view);
    }
  });
}
