// A token as a chip, with the weight that it gets.

import { textDirection } from "./direction.js";
import { element } from "./elements.js";
import { full } from "./numbers.js";
import { check, radios } from "./radio.js";
import "./chips.css";

// Weights above which a shade needs different ink, see chips.css.
const TINTED = 0.15;
const FULL = 0.75;

// `parts` are further attributes and children, as for `element`.
export function buildChip(tag, { text, joined, special }, next, ...parts) {
  const chip = element(tag, "chip", element("span", "face", { dir: "auto" }, text), ...parts);
  chip.classList.toggle("joined", joined);
  const direction = special ? null : textDirection(text);
  if (direction) chip.classList.add(direction);
  chip.classList.toggle("special", special);
  chip.classList.toggle("continued", Boolean(next?.joined));
  return chip;
}

export const textsOf = (chips) => chips.map(({ text }) => text);

// The text that tokens spell; `goesOn` if another stands before it.
/** @param {Chip[]} chips */
export const joinChips = (chips, goesOn = false) =>
  chips
    .filter(({ special }) => !special)
    .map(({ text, joined }, at) => (joined || (at === 0 && !goesOn) ? text : ` ${text}`))
    .join("");

// The chips of one word together, so that no line begins with its full stop, or with the sentence’s end.
/** @template {HTMLElement} Made @param {Made[]} made */
export function inWords(made) {
  const words = [];
  const goesOn = (chip) => chip.classList.contains("joined") || (chip === made.at(-1) && chip.matches(".special"));
  for (const chip of made)
    if (goesOn(chip) && words.length) words.at(-1).append(chip);
    else words.push(element("span", "of-word", chip));
  return words;
}

// Tokens of which one is chosen, by click or by arrow keys.
/**
 * @param {string} name
 * @param {Chip[]} chips
 * @param {(at: number) => void} pick
 */
export function chipRow(name, chips, chosen, pick) {
  const made = radios(
    chips.map((chip, at) => buildChip("button", chip, chips[at + 1], { type: "button" })),
    (at) => {
      check(made, at);
      pick(at);
    },
  );
  check(made, chosen);
  return element("div", "chips chip-row", { role: "radiogroup", "aria-label": name }, ...inWords(made));
}

const COVERED = { text: "?", joined: false, special: false };

// A question mark in place of a chip, as long as its token is hidden.
export function coverChip(chip, token, next, covered) {
  if (chip.classList.contains("unknown") === covered) return;
  const shown = covered ? COVERED : token;
  chip.querySelector(".face").textContent = shown.text;
  chip.classList.toggle("unknown", covered);
  chip.classList.toggle("joined", shown.joined);
  chip.classList.toggle("special", shown.special);
  chip.classList.toggle("continued", Boolean(next?.joined) && !covered);
}

// The figure below a chip, for `shade`.
export function addWeightLabel(chip) {
  chip.append(element("span", "figure"));
  return chip;
}

// Shade and figure for an attention weight; null if it is unknown. `told` is the full value, as a tooltip.
export function shade(chip, weight, told = full) {
  const known = weight ?? 0;
  chip.style.setProperty("--weight", known.toFixed(4));
  chip.classList.toggle("tinted", known > TINTED);
  chip.classList.toggle("full", known > FULL);
  const figure = chip.querySelector(".figure");
  figure.textContent = weight === null ? "" : weight.toFixed(2);
  figure.title = weight === null ? "" : told(weight);
}
