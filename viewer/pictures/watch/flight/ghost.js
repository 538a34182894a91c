// What a recorded model's picture has at every age: how old it is, and dashed, over its own ribbons in the encoder, those
// of its last age.

import { flat, words } from "../../../widgets/marks/marks.js";
import { stations, whole } from "./whole.js";

const OWN = /^encoder\.\d+\.self_attention\.weights$/;

/** @param {FlightShown} shown @returns {import("../../../widgets/marks/marks.js").Mark[]} */
export function ghost(shown) {
  const { aged, room, tensors } = shown;
  const { encoder, decoder, head } = stations(shown);
  const middle = (encoder.at(-1) + decoder[0]) / 2;
  const told = room.upright
    ? words(flat(room), "age", 4, room.height - room.size, aged.told, { anchor: "start", look: "quiet" })
    : words(room, "age", middle, head - 2.5 * room.size, aged.told, { look: "quiet" });
  if (!aged.last) return [told];
  const last = Object.fromEntries(Object.entries(aged.last).filter(([name]) => OWN.test(name)));
  const flows = whole({ ...shown, tensors: { ...tensors, ...last } }, null);
  const own = flows.filter(({ key }) => key.startsWith("flow:encoder."));
  return [...own.map((mark) => ({ ...mark, key: `ghost:${mark.key}`, look: "ghost" })), told];
}
