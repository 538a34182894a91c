// The stream through a stack on one canvas: every token's length at every place, and under it, for the token in focus,
// how much each sublayer added and in which direction. All three share the axis of the places.

import { keepPlace, keptName } from "../../widgets/address.js";
import { LABEL, shortened, sized } from "../../widgets/canvas.js";
import { choice } from "../../widgets/choice.js";
import { csvNumber, uniqueNames } from "../../widgets/csv.js";
import { element } from "../../widgets/elements.js";
import { full, MINUS, short } from "../../widgets/numbers.js";
import { inks } from "../../widgets/palette.js";
import { part } from "../../widgets/payload.js";
import { savedAs } from "../../widgets/pictures.js";
import {
  FINAL_NORM,
  layersOf,
  nameOfPlace,
  placesOf,
  stackOfFocus,
  stepNumber,
  sublayersOf,
  tokensOf,
  tokenText,
} from "./step.js";

const STREAM_LINES = { top: 24, height: 146 };
const STREAM_ADDED = { top: 205, height: 40 };
const STREAM_COSINE = { top: 276, height: 36 };
const STREAM_NAMES = 324;
const STREAM_HEIGHT = 372;
const STREAM_LEFT = 44;
const LEAST_WIDTH = 700; // pixels; on a narrower screen the picture is moved sideways within its box

/** @param {ResidualView} view */
export function streamPicture(view, pick) {
  const figure = element("figure", "matrix stream");
  const caption = element("figcaption");
  const shape = element("span", "shape");
  view.streamScale ??= keptName("lengths", ["doubling", "linear"]);
  const scale = choice(
    "Length axis",
    [
      ["doubling", "doubling"],
      ["linear", "linear"],
    ],
    view.streamScale,
    (chosen) => {
      view.streamScale = chosen;
      keepPlace("lengths", chosen === "doubling" ? "" : chosen);
      picture.paint();
    },
  );
  caption.append(element("b", "", "The residual stream through the stack"), shape, scale);
  const canvas = element("canvas");
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "img");
  const reading = element("p", "reading");
  reading.setAttribute("aria-live", "polite");
  const pan = element("div", "sideways");
  pan.append(canvas);
  figure.append(caption, pan, reading);
  const picture = { element: figure, canvas, reading, shape, hover: null, view };
  picture.paint = () => canvas.parentElement?.clientWidth && paintStream(picture);
  new ResizeObserver(picture.paint).observe(figure);
  picture.update = () => {
    picture.hover = null;
    picture.paint();
  };
  listenToStream(picture, pick);
  savedAs(figure, { name: "The residual stream through the stack", lines: () => streamLines(view) });
  return picture;
}

// The length of every token's vector at every place.
/** @param {ResidualView} view */
function streamLines(view) {
  const { data, columns } = part(view.tensors[`${stackOfFocus(view)}.lengths`]);
  return [
    [
      "place",
      ...uniqueNames(
        tokensOf(view).map(({ text }) => text),
        ["place"],
      ),
    ],
    ...placesOf(view).map((place, at) => [
      nameOfPlace(place),
      ...Array.from(data.subarray(at * columns, (at + 1) * columns), csvNumber),
    ]),
  ];
}

function streamLayout({ canvas, view }) {
  const count = placesOf(view).length;
  const wide = Math.max(LEAST_WIDTH, canvas.parentElement.clientWidth);
  const step = (wide - STREAM_LEFT - 2) / count;
  return { count, wide, step, x: (place) => STREAM_LEFT + (place + 0.5) * step };
}

function paintStream(picture) {
  const { canvas, view } = picture;
  const stack = stackOfFocus(view);
  const place = streamLayout(picture);
  const lengths = part(view.tensors[`${stack}.lengths`]);
  const { ticks, y } = streamScale(lengths.data, view.streamScale);
  Object.assign(picture, { place, lengths, y });
  const pen = sized(canvas, place.wide, STREAM_HEIGHT);
  const colours = inks(canvas);
  const ink = { ...colours, tone: colours[stack], told: colours.deep[stack] };
  picture.shape.textContent = `${place.count} places × ${lengths.columns} tokens`;
  paintStreamGround(pen, picture, ink);
  paintStreamAxis(pen, picture, ticks, ink);
  paintStreamLines(pen, picture, ink);
  paintStreamBars(pen, picture, ink);
  paintStreamNames(pen, picture, ink);
  tellStream(picture);
}

// The chosen place is a band through all three panels, the pointed one a lighter band.
function paintStreamGround(pen, { view, place, hover }, ink) {
  const band = (at, strength) => {
    pen.fillStyle = ink.tone;
    pen.globalAlpha = strength;
    pen.fillRect(STREAM_LEFT + at * place.step, STREAM_LINES.top - 4, place.step, STREAM_HEIGHT - STREAM_LINES.top);
    pen.globalAlpha = 1;
  };
  band(stepNumber(view) + 1, 0.2);
  if (hover) band(hover.place, 0.1);
}

function paintStreamAxis(pen, { y, place, view }, ticks, ink) {
  pen.font = `${LABEL}px ${ink.family}`;
  pen.textBaseline = "middle";
  pen.textAlign = "right";
  pen.lineWidth = 1;
  const rule = (at, text) => {
    pen.strokeStyle = ink.hair;
    pen.beginPath();
    pen.moveTo(STREAM_LEFT, Math.round(at) + 0.5);
    pen.lineTo(place.wide - 2, Math.round(at) + 0.5);
    pen.stroke();
    pen.fillStyle = ink.text;
    pen.fillText(text, STREAM_LEFT - 6, at);
  };
  for (const value of ticks) rule(y(value), String(Number(value.toPrecision(6))));
  rule(STREAM_ADDED.top + STREAM_ADDED.height, "0");
  rule(STREAM_COSINE.top, "1");
  rule(STREAM_COSINE.top + STREAM_COSINE.height / 2, "0");
  rule(STREAM_COSINE.top + STREAM_COSINE.height, `${MINUS}1`);
  const token = `“${tokenText(view, view.focus.token)}”`;
  pen.font = `italic ${LABEL}px ${ink.family}`;
  pen.textAlign = "left";
  const doubling =
    view.streamScale === "doubling" ? "; each line stands for twice the length of the line below it" : "";
  pen.fillText(`↑ length ‖x‖₂ of every token’s vector${doubling}`, 2, STREAM_LINES.top - 15);
  pen.fillText(`↑ length of what each sublayer added to ${token}`, 2, STREAM_ADDED.top - 20);
  pen.fillText(
    "↑ cosine between what was added and the stream that it met: above 0 the same way, below 0 against it",
    2,
    STREAM_COSINE.top - 14,
  );
}

// Where a length stands, and where the axis is ruled.
function streamScale(lengths, kind) {
  const most = lengths.reduce((so, each) => Math.max(so, each), 0) || 1;
  const { top, height } = STREAM_LINES;
  if (kind === "linear") {
    const step = roundStep(most / 3.2);
    const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
    return { ticks, y: (value) => top + height * (1 - value / (1.06 * most)) };
  }
  const least = lengths.reduce((so, each) => (each > 0 ? Math.min(so, each) : so), most);
  const [low, high] = [
    Math.floor(Math.log2(least)),
    Math.max(Math.ceil(Math.log2(most)), Math.floor(Math.log2(least)) + 1),
  ];
  const ticks = Array.from({ length: high - low + 1 }, (_, at) => 2 ** (low + at));
  return { ticks, y: (value) => top + height * (1 - (Math.log2(Math.max(value, 2 ** low)) - low) / (high - low)) };
}

// 1, 2 or 5 times a power of ten.
export function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= least);
}

function paintStreamLines(pen, { lengths, place, view, hover, y }, ink) {
  const { rows: places, columns: tokens, data } = lengths;
  const line = (token) => {
    pen.beginPath();
    for (let at = 0; at < places; at += 1) pen.lineTo(place.x(at), y(data[at * tokens + token]));
    pen.stroke();
  };
  const tallest = { token: 0, at: 0, value: 0 };
  pen.lineJoin = "round";
  pen.strokeStyle = ink.text;
  pen.lineWidth = 1;
  pen.globalAlpha = tokens > 25 ? 0.2 : 0.34;
  for (let token = 0; token < tokens; token += 1) line(token);
  pen.globalAlpha = 1;
  data.forEach((value, index) => {
    if (value > tallest.value) Object.assign(tallest, { value, token: index % tokens, at: Math.floor(index / tokens) });
  });
  const { token } = view.focus;
  const shown = hover && hover.token !== token ? hover.token : null;
  if (shown !== null) {
    pen.lineWidth = 1.8;
    line(shown);
  }
  pen.strokeStyle = ink.told;
  pen.lineWidth = 2.8;
  line(token);
  for (let at = 0; at < places; at += 1) {
    const value = data[at * tokens + token];
    pen.beginPath();
    pen.arc(place.x(at), y(value), 3.4, 0, 2 * Math.PI);
    pen.fillStyle = ink.paper;
    pen.fill();
    pen.lineWidth = 2;
    pen.stroke();
    haloed(pen, short(value), place.x(at), y(value) - 11, ink, `12px ${ink.mono}`, ink.told);
  }
  for (const each of new Set([tallest.token, shown ?? token])) {
    const at = each === tallest.token ? tallest.at : (hover?.place ?? 0);
    // Room beside the number in focus.
    const room = Math.abs(y(data[at * tokens + each]) - y(data[at * tokens + token])) > 16;
    if (each === token || (each !== shown && !room)) continue;
    haloed(
      pen,
      `“${tokenText(view, each)}”`,
      place.x(at) - 8,
      y(data[at * tokens + each]) - 3,
      ink,
      `${LABEL}px ${ink.family}`,
      ink.text,
      "right",
    );
  }
}

// Text that stays readable on lines.
function haloed(pen, words, x, y, ink, font, colour, align = "center") {
  pen.save();
  pen.font = font;
  pen.textAlign = align;
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 3.5;
  pen.strokeStyle = ink.paper;
  pen.strokeText(words, x, y);
  pen.fillStyle = colour;
  pen.fillText(words, x, y);
  pen.restore();
}

function paintStreamBars(pen, { view, place }, ink) {
  const stack = stackOfFocus(view);
  const { token } = view.focus;
  const tokens = tokensOf(view).length;
  const added = view.tensors[`${stack}.added`];
  const cosine = view.tensors[`${stack}.cosine`].data;
  const most = added.data.reduce((so, value, index) => (index % tokens === token ? Math.max(so, value) : so), 0) || 1;
  const wide = Math.min(34, place.step * 0.55);
  const floor = STREAM_ADDED.top + STREAM_ADDED.height;
  const middle = STREAM_COSINE.top + STREAM_COSINE.height / 2;
  for (let step = 0; step < added.shape[0]; step += 1) {
    const x = place.x(step + 1);
    const value = added.data[step * tokens + token];
    const angle = cosine[step * tokens + token];
    const high = (STREAM_ADDED.height * value) / most;
    pen.fillStyle = ink.tone;
    pen.fillRect(x - wide / 2, floor - high, wide, high);
    haloed(pen, short(value), x, floor - high - 8, ink, `12px ${ink.mono}`, ink.text);
    pen.fillStyle = angle < 0 ? ink.negative : ink.positive;
    const reach = (STREAM_COSINE.height / 2) * angle;
    pen.fillRect(x - wide / 2, middle - Math.max(reach, 0), wide, Math.abs(reach));
    haloed(pen, short(angle), x, angle < 0 ? middle - 8 : middle + 9, ink, `12px ${ink.mono}`, ink.text);
  }
}

function paintStreamNames(pen, { view, place }, ink) {
  const places = placesOf(view);
  const first = {
    input: ["token", "+ position"],
    self_attention: ["self-", "attention"],
    cross_attention: ["cross-", "attention"],
    feed_forward: ["feed-", "forward"],
    [FINAL_NORM]: ["final", "norm"],
  };
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const chosen = stepNumber(view) + 1;
  places.forEach(({ sublayer }, at) => {
    pen.font = `${at === chosen ? "600 " : ""}${LABEL}px ${ink.family}`;
    pen.fillStyle = ink.text;
    first[sublayer].forEach((words, index) => {
      pen.fillText(shortened(pen, words, place.step - 2), place.x(at), STREAM_NAMES + index * 13);
    });
  });
  const each = sublayersOf(view).length;
  pen.font = `${LABEL}px ${ink.family}`;
  pen.strokeStyle = ink.text;
  pen.lineWidth = 1;
  for (let layer = 0; layer < layersOf(view); layer += 1) {
    const from = STREAM_LEFT + (1 + layer * each) * place.step + 8;
    const to = from + each * place.step - 16;
    const high = STREAM_NAMES + 25.5;
    pen.globalAlpha = 0.5;
    pen.beginPath();
    pen.moveTo(from, high - 4);
    pen.lineTo(from, high);
    pen.lineTo(to, high);
    pen.lineTo(to, high - 4);
    pen.stroke();
    pen.globalAlpha = 1;
    pen.fillText(`layer ${layer + 1}`, (from + to) / 2, high + 11);
  }
}

function tellStream({ canvas, reading, view, lengths, hover }) {
  const places = placesOf(view);
  const at = hover?.place ?? stepNumber(view) + 1;
  const token = hover?.token ?? view.focus.token;
  const stack = stackOfFocus(view);
  const of = (name, place) => view.tensors[`${stack}.${name}`].data[place * lengths.columns + token];
  const parts = [`“${tokenText(view, token)}” after ${nameOfPlace(places[at])}: length ${full(of("lengths", at))}`];
  if (places[at].layer !== null)
    parts.push(`what the sublayer added has length ${full(of("added", at - 1))}, cosine ${full(of("cosine", at - 1))}`);
  reading.textContent = parts.join("; ");
  canvas.setAttribute(
    "aria-label",
    `Length of the residual stream, ${places.length} places along the stack. ${reading.textContent}`,
  );
}

function listenToStream(picture, pick) {
  const { canvas, view } = picture;
  const under = (event) => {
    const { place, lengths, y } = picture;
    const at = Math.floor((event.offsetX - STREAM_LEFT) / place.step);
    if (at < 0 || at >= place.count) return null;
    let nearest = { token: view.focus.token, distance: 9 };
    for (let token = 0; token < lengths.columns; token += 1) {
      const distance = Math.abs(y(lengths.data[at * lengths.columns + token]) - event.offsetY);
      if (distance < nearest.distance) nearest = { token, distance };
    }
    return { place: at, token: nearest.token };
  };
  const hover = (found) => {
    if (found?.place === picture.hover?.place && found?.token === picture.hover?.token) return;
    picture.hover = found;
    picture.paint();
  };
  canvas.addEventListener("pointermove", (event) => hover(under(event)));
  canvas.addEventListener("pointerleave", () => hover(null));
  canvas.addEventListener("click", (event) => {
    const found = under(event);
    if (found?.place > 0) pick(placesOf(view)[found.place], found.token);
  });
  canvas.addEventListener("keydown", (event) => {
    const [across, along] =
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
    if (across === undefined) return;
    event.preventDefault();
    const places = placesOf(view);
    const at = Math.min(Math.max(stepNumber(view) + 1 + across, 1), places.length - 1);
    pick(places[at], Math.min(Math.max(view.focus.token + along, 0), tokensOf(view).length - 1));
  });
}
