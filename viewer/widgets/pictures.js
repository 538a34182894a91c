// The pictures that can be saved. Code that draws one registers it, with its name and, if it shows numbers, the lines
// of its table; app/pictures.js lists what is on the page and makes the files.
//
//   makeSavable(figure, { name: "The whole table", lines: () => [["position", "0"], ["0", 0.5]] });

import { memory } from "./memory.js";

/**
 * @template {Element} Place
 * @param {Place} place  of the picture, with its title and its legend
 * @param {SavedPicture} picture
 * @returns {Place}
 */
export function makeSavable(place, picture) {
  memory.pictures ??= new WeakMap();
  memory.pictures.set(place, picture);
  if (picture.finding) memory.finding = { place, of: picture.finding, rows: null };
  return place;
}
