// A token as a chip.

import { element } from "./elements.js";
import "./chips.css";

export function chipOf(tag, { text, joined, special }, next) {
  const chip = element(tag, "chip");
  chip.classList.toggle("joined", joined);
  chip.classList.toggle("special", special);
  chip.classList.toggle("continued", Boolean(next?.joined));
  const face = element("span", "face", text);
  face.dir = "auto";
  chip.append(face);
  return chip;
}
