// The stream through a stack on one canvas: every token's length at every place, and under it, for the token in focus,
// how much each sublayer added and in which direction. All three share the axis of the places.

import { layersOf, stackOf, tokensOf, tokenText } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { choiceFromUrl, setUrlParam } from "../../../widgets/address.js";
import { LABEL, shortenText, sizeCanvas } from "../../../widgets/canvas.js";
import { choice } from "../../../widgets/choice.js";
import { csvNumber, uniqueNames } from "../../../widgets/csv.js";
import { element, say } from "../../../widgets/elements.js";
import { full, MINUS, short } from "../../../widgets/numbers.js";
import { inks } from "../../../widgets/palette.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { arrows, clampIndex, pointing } from "../../../widgets/pointing.js";
import { dot, drawHaloedText, line } from "../pens.js";
import { largest, rowOf, textsOf } from "../vectors.js";
import { buildFigure, formatTick, LEFT, paintRules, roundTicks } from "./axes.js";
import { FINAL_NORM, nameOfPlace, stepNumber, streamPlaces, sublayersOf } from "./step.js";

const LINES = { top: 24, height: 146 };
const ADDED = { top: 205, floor: 245 };
const COSINE = { top: 276, middle: 294, floor: 312 };
const NAMES = { under: 12, height: 48 };
const LEAST_WIDTH = 700; // pixels; on a narrower screen the picture is moved sideways within its box
const WORDS = {
  input: ["token", "+ position"],
  self_attention: ["self-", "attention"],
  cross_attention: ["cross-", "attention"],
  feed_forward: ["feed-", "forward"],
  [FINAL_NORM]: ["final", "norm"],
};

/** @param {ResidualView} view */
export function streamPicture(view, pick) {
  view.streamScale ??= choiceFromUrl("lengths", ["doubling", "linear"]);
  const options = ["doubling", "linear"].map((name) => [name, name]);
  const scale = choice("Length axis", options, view.streamScale, (chosen) => {
    view.streamScale = chosen;
    setUrlParam("lengths", chosen === "doubling" ? "" : chosen);
    paint();
  });
  const under = (event) => cellUnder(view, picture.drawn, event);
  const hover = (found) => {
    if (found?.place === picture.hover?.place && found?.token === picture.hover?.token) return;
    picture.hover = found;
    paint();
  };
  const canvas = element("canvas", "", {
    ...{ role: "img", tabindex: 0 },
    ...pointing(under, hover),
    click: (event) => {
      const found = under(event);
      if (found?.place > 0) pick(streamPlaces(view)[found.place], found.token);
    },
    keydown: arrows((across, down) => {
      const places = streamPlaces(view);
      const at = Math.max(1, clampIndex(stepNumber(view) + 1 + across, places.length));
      pick(places[at], clampIndex(view.focus.token + down, tokensOf(view).length));
    }),
  });
  const name = "The residual stream through the stack";
  const { figure, shape, reading } = buildFigure(name, "stream", canvas, scale);
  const picture = { canvas, shape, reading, hover: null, drawn: null };
  const paint = () => canvas.parentElement.clientWidth && paintStream(picture, view);
  new ResizeObserver(() => picture.drawn && paint()).observe(figure); // before, parameters may be missing
  makeSavable(figure, { name, lines: () => csvRows(view) });
  return {
    element: figure,
    draw() {
      picture.hover = null;
      paint();
    },
  };
}

// The length of every token's vector at every place.
/** @param {ResidualView} view */
function csvRows(view) {
  const lengths = part(view.tensors[`${stackOf(view)}.lengths`]);
  return [
    ["place", ...uniqueNames(textsOf(tokensOf(view)), ["place"])],
    ...streamPlaces(view).map((place, at) => [nameOfPlace(place), ...Array.from(rowOf(lengths, at), csvNumber)]),
  ];
}

// The place under the pointer, and the token whose line is nearest there, or the one in focus.
/** @param {ResidualView} view */
function cellUnder(view, { places, step, tokens, at }, { offsetX, offsetY }) {
  const place = Math.floor((offsetX - LEFT) / step);
  if (place < 0 || place >= places.length) return null;
  let nearest = { token: view.focus.token, distance: 9 };
  for (let token = 0; token < tokens; token += 1) {
    const distance = Math.abs(at(place, token)[1] - offsetY);
    if (distance < nearest.distance) nearest = { token, distance };
  }
  return { place, token: nearest.token };
}

// Where all lies: `x` of a place, `at` of a token's length there, `ticks` of the lengths' axis.
/** @param {ResidualView} view */
function computeLayout(view, room) {
  const lengths = part(view.tensors[`${stackOf(view)}.lengths`]);
  const places = streamPlaces(view);
  const wide = Math.max(LEAST_WIDTH, room);
  const step = (wide - LEFT - 2) / places.length;
  const x = (place) => LEFT + (place + 0.5) * step;
  const valueAt = (place, token) => lengths.data[place * lengths.columns + token];
  const { ticks, y } = makeScale(lengths.data, view.streamScale);
  const at = (place, token) => [x(place), y(valueAt(place, token))];
  const names = COSINE.floor + NAMES.under;
  return { places, tokens: lengths.columns, lengths, wide, step, x, y, ticks, at, valueAt, names };
}

function makeScale(lengths, kind) {
  const most = largest(lengths) || 1;
  const scaled = (share) => LINES.top + LINES.height * (1 - share);
  if (kind === "linear") return { ticks: roundTicks(most), y: (value) => scaled(value / (1.06 * most)) };
  const least = lengths.reduce((so, each) => (each > 0 ? Math.min(so, each) : so), most);
  const low = Math.floor(Math.log2(least));
  const high = Math.max(Math.ceil(Math.log2(most)), low + 1);
  const ticks = Array.from({ length: high - low + 1 }, (_, at) => 2 ** (low + at));
  return { ticks, y: (value) => scaled((Math.log2(Math.max(value, 2 ** low)) - low) / (high - low)) };
}

/** @param {ResidualView} view */
function paintStream(picture, view) {
  const { canvas, shape, hover } = picture;
  const drawn = computeLayout(view, canvas.parentElement.clientWidth);
  picture.drawn = drawn;
  const height = drawn.names + NAMES.height;
  const pen = sizeCanvas(canvas, drawn.wide, height);
  const colours = inks(canvas);
  const ink = { ...colours, tone: colours[stackOf(view)], told: colours.deep[stackOf(view)] };
  shape.textContent = `${drawn.places.length} places × ${drawn.tokens} tokens`;
  // The chosen place is a band through all panels, the pointed one a lighter band.
  const band = (place, strength) => {
    pen.globalAlpha = strength;
    pen.fillStyle = ink.tone;
    pen.fillRect(LEFT + place * drawn.step, LINES.top - 4, drawn.step, height - LINES.top);
    pen.globalAlpha = 1;
  };
  band(stepNumber(view) + 1, 0.2);
  if (hover) band(hover.place, 0.1);
  paintAxes(pen, view, drawn, ink);
  paintLines(pen, view, drawn, hover, ink);
  paintBars(pen, view, drawn, ink);
  paintNames(pen, view, drawn, ink);
  tell(picture, view);
}

/** @param {ResidualView} view */
function paintAxes(pen, view, { ticks, y, wide }, ink) {
  const rules = [...ticks.map((tick) => [y(tick), formatTick(tick)]), [ADDED.floor, "0"]];
  rules.push([COSINE.top, "1"], [COSINE.middle, "0"], [COSINE.floor, `${MINUS}1`]);
  paintRules(pen, rules, wide - 2, ink);
  pen.font = `italic ${LABEL}px ${ink.family}`;
  pen.textAlign = "left";
  const doubling = view.streamScale === "doubling" ? "; each line means twice the length of the line below it" : "";
  pen.fillText(`↑ length ‖x‖₂ of every token’s vector${doubling}`, 2, LINES.top - 15);
  pen.fillText(`↑ length of what each sublayer added to “${tokenText(view)}”`, 2, ADDED.top - 20);
  const cosine = "↑ cosine between what was added and the stream so far: above 0 along with it, below 0 against it";
  pen.fillText(cosine, 2, COSINE.top - 14);
}

/** @param {ResidualView} view */
function paintLines(pen, view, { places, tokens, lengths, at, valueAt }, hover, ink) {
  const { token } = view.focus;
  const all = [...places.keys()];
  const lineOf = (each) =>
    line(
      pen,
      all.map((place) => at(place, each)),
    );
  pen.lineJoin = "round";
  pen.strokeStyle = ink.text;
  pen.globalAlpha = tokens > 25 ? 0.2 : 0.34;
  for (let each = 0; each < tokens; each += 1) lineOf(each);
  pen.globalAlpha = 1;
  const pointed = hover && hover.token !== token ? hover.token : null;
  pen.lineWidth = 1.8;
  if (pointed !== null) lineOf(pointed);
  pen.strokeStyle = ink.told;
  pen.lineWidth = 2.8;
  lineOf(token);
  pen.lineWidth = 2;
  for (const place of all) {
    const [x, y] = at(place, token);
    dot(pen, [x, y], 3.4, ink.paper);
    number(pen, valueAt(place, token), x, y - 11, ink, ink.told);
  }
  // The pointed line has its name, and the one that reaches highest, where the number in focus leaves room for it.
  const highest = lengths.data.indexOf(largest(lengths.data));
  const tallest = highest % tokens;
  pen.font = `${LABEL}px ${ink.family}`;
  pen.textAlign = "right";
  pen.fillStyle = ink.text;
  for (const each of new Set([tallest, pointed ?? token])) {
    if (each === token) continue;
    const place = each === tallest ? Math.floor(highest / tokens) : hover.place;
    const [x, y] = at(place, each);
    const room = Math.abs(y - at(place, token)[1]) > 16;
    if (each === pointed || room) drawHaloedText(pen, `“${tokenText(view, each)}”`, x - 8, y - 3, ink.paper);
  }
}

function number(pen, value, x, y, ink, colour = ink.text) {
  pen.font = `12px ${ink.mono}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = colour;
  drawHaloedText(pen, short(value), x, y, ink.paper);
}

/** @param {ResidualView} view */
function paintBars(pen, view, { tokens, step, x }, ink) {
  const column = (name) =>
    view.tensors[`${stackOf(view)}.${name}`].data.filter((_, at) => at % tokens === view.focus.token);
  const [added, cosines] = [column("added"), column("cosine")];
  const most = largest(added) || 1;
  const wide = Math.min(34, step * 0.55);
  const bar = (place, from, high) => pen.fillRect(x(place) - wide / 2, from - high, wide, high);
  added.forEach((value, at) => {
    const high = ((ADDED.floor - ADDED.top) * value) / most;
    pen.fillStyle = ink.tone;
    bar(at + 1, ADDED.floor, high);
    number(pen, value, x(at + 1), ADDED.floor - high - 8, ink);
  });
  cosines.forEach((value, at) => {
    pen.fillStyle = value < 0 ? ink.negative : ink.positive;
    bar(at + 1, COSINE.middle, (COSINE.middle - COSINE.top) * value);
    number(pen, value, x(at + 1), COSINE.middle + (value < 0 ? -8 : 9), ink);
  });
}

/** @param {ResidualView} view */
function paintNames(pen, view, { places, step, x, names }, ink) {
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = pen.strokeStyle = ink.text;
  places.forEach(({ sublayer }, place) => {
    pen.font = `${place === stepNumber(view) + 1 ? "600 " : ""}${LABEL}px ${ink.family}`;
    WORDS[sublayer].forEach((words, row) => {
      pen.fillText(shortenText(pen, words, step - 2), x(place), names + row * 13);
    });
  });
  const each = sublayersOf(view).length;
  pen.font = `${LABEL}px ${ink.family}`;
  pen.lineWidth = 1;
  for (let layer = 0; layer < layersOf(view); layer += 1) {
    const from = LEFT + (1 + layer * each) * step + 8;
    const to = from + each * step - 16;
    const y = names + 25.5;
    pen.globalAlpha = 0.5;
    pen.stroke(new Path2D(`M${from} ${y - 4}V${y}H${to}V${y - 4}`));
    pen.globalAlpha = 1;
    pen.fillText(`layer ${layer + 1}`, (from + to) / 2, y + 11);
  }
}

/** @param {ResidualView} view */
function tell({ canvas, reading, hover, drawn }, view) {
  const { places, tokens } = drawn;
  const { place, token } = hover ?? { place: stepNumber(view) + 1, token: view.focus.token };
  const of = (name, at) => full(view.tensors[`${stackOf(view)}.${name}`].data[at * tokens + token]);
  const added =
    places[place].layer === null
      ? ""
      : `; what the sublayer added has length ${of("added", place - 1)}, cosine ${of("cosine", place - 1)}`;
  const where = `“${tokenText(view, token)}” after ${nameOfPlace(places[place])}`;
  say(reading, `${where}: length ${of("lengths", place)}${added}`);
  canvas.ariaLabel = `Length of the residual stream, ${places.length} places along the stack. ${reading.textContent}`;
}
