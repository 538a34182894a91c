// The most probable next pieces as bars, at the row that is being written.

import { label, vector } from "../../../widgets/elements.js";

const LINE = 19;
const NAME = 66; // pixels for the piece
const LONGEST = 62; // pixels for a probability of 1

/** @param {MachineView} view */
export function candidates(view) {
  const { places, facts } = view;
  const group = vector("g", "candidates");
  const show = (row) => {
    group.replaceChildren();
    if (row === null) return;
    const shown = facts.candidates[row] ?? [];
    const [x, y] = corner(places, row, shown.length);
    shown.forEach(({ text, joined, probability, taken }, index) => {
      const top = y + index * LINE;
      const name = (joined && /\p{L}/u.test(text) ? `·${text}` : text).slice(0, 9);
      const share = probability < 0.005 ? "<1%" : `${Math.round(100 * probability)}%`;
      group.append(
        label(x + NAME - 6, top, name, taken ? "name taken" : "name"),
        vector("rect", taken ? "bar taken" : "bar", {
          x: x + NAME,
          y: top - 6,
          width: Math.max(1, LONGEST * probability),
          height: 12,
          rx: 2,
        }),
        label(x + NAME + 4 + LONGEST * probability, top, share, "share"),
      );
    });
  };
  return { element: group, show };
}

/** @param {MachinePlaces} places */
function corner(places, row, count) {
  if (places.upright) return [Math.max(0, places.width / 2 - 90), places.candidates + 14];
  const least = places.begin + 8;
  const most = places.height - count * LINE;
  const middle = places.row("decoder", row) - ((count - 1) * LINE) / 2;
  return [places.candidates, Math.max(least, Math.min(most, middle))];
}
