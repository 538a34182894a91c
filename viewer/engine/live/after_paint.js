// What need not be there with the first picture of a key: it is drawn once that is painted, and only for the last key.

/** @param {Kept} view @param {() => void} draw */
export function afterPaint(view, draw) {
  view.later = draw;
  if (!view.live?.isOwn) return draw();
  return requestAnimationFrame(() => setTimeout(() => view.later === draw && view.root.isConnected && draw()));
}
