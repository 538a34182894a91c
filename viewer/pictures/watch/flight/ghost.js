// What a recorded model's picture has at every age: how old it is, and the outlines of the encoder's ribbons at its last
// age, where they are strong.

import { flat, words } from "../../../widgets/marks/marks.js";
import { stations, whole } from "./whole.js";

const STRONG = 0.2; // of a row's height
const OWN = /^encoder\.\d+\.self_attention\.weights$/;

/** @param {FlightShown} shown @param {NonNullable<FlightShown["aged"]>} aged */
export function ghost(shown, aged) {
  const { room, tensors } = shown;
  const { encoder, decoder, head, pitch } = stations(shown);
  const middle = (encoder.at(-1) + decoder[0]) / 2;
  const told = room.upright
    ? words(flat(room), "age", room.width / 2, middle, aged.told, { look: "minor" })
    : words(room, "age", middle, head - 2.5 * room.size, aged.told, { look: "minor" });
  if (!aged.last) return [told];
  const last = Object.fromEntries(Object.entries(aged.last).filter(([name]) => OWN.test(name)));
  const flows = whole({ ...shown, tensors: { ...tensors, ...last } });
  const own = flows.filter(({ key }) => key.startsWith("flow:encoder."));
  const least = STRONG * pitch;
  const strong = (g) => g.filter((_, at) => g[5 * Math.floor(at / 5) + 4] >= least);
  return [...own.map((mark) => ({ ...mark, key: `ghost:${mark.key}`, look: "ghost", g: strong(mark.g) })), told];
}
