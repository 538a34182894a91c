// Curves between chips: their ends, and the path.

// The middle of a chip's upper or lower edge, in pixels from the frame's corner.
/** @param {Element} chip @param {DOMRect} frame @param {"top" | "bottom"} edge @returns {[number, number]} */
export function edgePoint(chip, frame, edge) {
  const box = chip.getBoundingClientRect();
  return [box.left + box.width / 2 - frame.left, box[edge] - frame.top];
}

// The middle of a chip's left or right edge.
/** @param {Element} chip @param {DOMRect} frame @param {"left" | "right"} edge @returns {[number, number]} */
export function sidePoint(chip, frame, edge) {
  const box = chip.getBoundingClientRect();
  return [box[edge] - frame.left, box.top + box.height / 2 - frame.top];
}

// From one column to another.
/** @param {[number, number]} from @param {[number, number]} to */
export function curveAcross([x, y], [goal, end]) {
  const middle = (x + goal) / 2;
  return `M${x} ${y}C${middle} ${y} ${middle} ${end} ${goal} ${end}`;
}

/** @param {[number, number]} from @param {[number, number]} to */
export function curve([x, y], [goal, end]) {
  const middle = (y + end) / 2;
  return `M${x} ${y}C${x} ${middle} ${goal} ${middle} ${goal} ${end}`;
}
