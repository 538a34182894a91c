// A model at work on the sentence: what each word that it writes looks at; and all layers of the changed one, from left to
// right, with the attention that is left, and what was taken out as a gap.

import { part } from "../../../transport/payload.js";
import { element, label, vector } from "../../../widgets/elements.js";
import { headWeights } from "../../../widgets/heads.js";
import { widthOf } from "../../../widgets/marks/marks.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { highest } from "../../../widgets/vectors.js";
import { wordWeights } from "../../watch/alignment/links.js";
import { wordsOf } from "../../watch/alignment/shown.js";
import { curveAcross } from "../../watch/curve.js";

const LEAST = 0.06; // of an attention weight that is drawn
const LANE = 28; // pixels from one word to the next
const SIZE = 15; // of their letters
const LONGEST = 12; // letters of one
const TITLES = 44; // pixels above layers

/** @param {LaboratoryView} view */
export const brokenBox = (view) => boxOf(view, "after", "The changed model", true);

/** @param {LaboratoryView} view @param {"before" | "after"} version */
export const looksBox = (view, version) => boxOf(view, version, "What each word looks at", false);

function boxOf(view, version, name, hasLayers) {
  const figure = element("figure", "broken");
  new ResizeObserver(() => {
    const width = Math.round(figure.clientWidth);
    if (width && figure.dataset.width !== String(width))
      figure.replaceChildren(drawn(view, modelOf(view, version, hasLayers), width));
    figure.dataset.width = String(width);
  }).observe(figure);
  return makeSavable(figure, { name });
}

// What one of the models reads and writes, in whole words, or in tokens if its layers are shown; what each that is
// written looks at, the sentence's end as the last of them; and what was taken out.
/** @param {LaboratoryView} view @param {"before" | "after"} version @param {boolean} hasLayers */
function modelOf({ facts, tensors }, version, hasLayers) {
  const layer = facts.alignedLayer;
  const isChanged = version === "after";
  const changes = isChanged ? facts.changes : [];
  const chips = isChanged ? { source: facts.afterSource, output: facts.written } : facts.tokens;
  const weights = isChanged ? part(tensors["own.cross"], layer) : headWeights(tensors["before.cross"], null, layer);
  const [source, target, usual] = [chips.source, chips.output, facts.tokens.output].map(hasLayers ? tokensOf : wordsOf);
  const lanes = Math.max(source.words.length + 1, usual.words.length);
  const most = target.words.length > lanes ? lanes - 1 : lanes; // a broken model may write on and on
  const rows = wordWeights(weights, { source: source.pieces, target: target.pieces.slice(0, most) });
  const has = (edit) => changes.some((each) => each.edit === edit);
  const hidden = changes.flatMap(({ edit }) => (edit.startsWith("close:") ? edit.split(":").slice(1).map(Number) : []));
  return {
    ...{ source, lanes, hasLayers },
    read: [...source.words, "end"],
    written: [...target.words.slice(0, most), ...(most < lanes ? ["…"] : [])],
    rows: has(`skip:decoder.${layer}`) ? [] : rows.map(({ words, end }) => [...words, end]),
    isOut: (stack, layer) => has(`skip:${stack}.${layer}`),
    isBlind: has("positions_off:encoder") || has("positions_off:both"),
    isHidden: (word) => source.pieces[word].every((each) => hidden.includes(each)),
  };
}

function tokensOf(chips) {
  const all = chips.flatMap(({ text, special }, at) => (special && at === chips.length - 1 ? [] : [text]));
  return { words: all, pieces: all.map((_, at) => [at]) };
}

// Where everything is, in pixels.
/** @param {LaboratoryFacts} facts @param {ReturnType<typeof modelOf>} model @param {number} width */
function planOf({ sizes }, { read, written, lanes, hasLayers }, width) {
  const number = hasLayers
    ? { encoder: sizes.encoder_layers, decoder: sizes.decoder_layers }
    : { encoder: 0, decoder: 0 };
  const words =
    Math.min(0.3 * width, Math.max(...[...read, ...written].map((each) => widthOf(shorten(each), SIZE)))) + 8;
  const begin = words + 40;
  const step = (width - words - begin) / (number.encoder + number.decoder + 1.6);
  const meet = begin + step * (number.encoder + 1.6);
  const count = { encoder: read.length, decoder: written.length };
  const top = hasLayers ? TITLES : 0;
  const lane = (stack, at) => top + LANE * (at + (lanes - count[stack]) / 2) + LANE / 2;
  const along = { encoder: (at) => begin + step * at, decoder: (at) => meet + step * at };
  return { number, words, step, count, lane, along, height: top + LANE * lanes + (hasLayers ? 14 : 0) };
}

/** @param {LaboratoryView} view @param {ReturnType<typeof modelOf>} model @param {number} width */
function drawn(view, model, width) {
  const plan = planOf(view.facts, model, width);
  const { number, along, height } = plan;
  const told = model.rows.map((row, at) => `${model.written[at]}: ${model.read[highest(row)]}`).join(", ");
  const title = (x, text, stack) => model.hasLayers && label(x, 14, text, `title ${stack}`);
  const [from, to] = [along.encoder(number.encoder), along.decoder(0)];
  return vector(
    "svg",
    "",
    { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `Looks most at: ${told}` },
    title(along.encoder(number.encoder / 2), "reads", "encoder"),
    to - from > 80 && title((from + to) / 2, "looks back", "cross"),
    title(along.decoder(number.decoder / 2), "writes", "decoder"),
    ...layers(view, model, plan, "encoder"),
    ...lookingBack(model, plan, [from, to]),
    ...layers(view, model, plan, "decoder"),
    ...wordsRead(model, plan),
  );
}

function link(stack, from, to, weight) {
  return vector("path", stack, { d: curveAcross(from, to), "stroke-width": (9 * weight).toFixed(1) });
}

// A stack's layers, each with what its words look at; one that was taken out hands everything on.
function layers({ tensors }, { isOut, lanes }, { number, step, lane, along, count }, stack) {
  const at = (x, row) => /** @type {[number, number]} */ ([x, lane(stack, row)]);
  return [...Array(number[stack]).keys()].flatMap((layer) => {
    const [left, right] = [along[stack](layer), along[stack](layer + 1)];
    const out = isOut(stack, layer);
    const box = { x: left + 2, y: TITLES - 8, width: step - 4, height: LANE * lanes + 16, rx: 6 };
    const links = [...Array(count[stack]).keys()].flatMap((to) => {
      const seen = out ? [[to, 0.12]] : heavy(part(tensors[`own.${stack}`], layer, to));
      return seen.map(([from, weight]) => link(stack, at(left, from), at(right, to), weight));
    });
    const name = label((left + right) / 2, TITLES - 14, out ? "out" : String(layer + 1), "number");
    return [vector("rect", out ? `layer ${stack} out` : `layer ${stack}`, box), name, ...links];
  });
}

// Each written word with its ribbons: where one is pointed at, the others fade.
function lookingBack({ rows, written }, { number, lane, along }, [left, right]) {
  return written.map((text, to) => {
    const row = rows[to] ?? [];
    const links = heavy(row, Math.min(LEAST, 0.5 / row.length)).map(([from, weight]) => {
      const look = from === highest(row) ? "cross most" : "cross";
      return link(look, [left, lane("encoder", from)], [right, lane("decoder", to)], weight);
    });
    const name = label(along.decoder(number.decoder) + 8, lane("decoder", to) + 5, shorten(text));
    return vector("g", "", ...links, name);
  });
}

const shorten = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

// Each word with its positions.
function wordsRead({ read, source: { pieces }, isBlind, isHidden }, { words, lane }) {
  return read.flatMap((text, at) => {
    const y = lane("encoder", at) + 5;
    if (!pieces[at]) return [label(words - 6, y, text, "source end")];
    const places = [...new Set([pieces[at][0] + 1, pieces[at].at(-1) + 1])].join("–");
    return [
      label(words - 6, y, shorten(text), isHidden(at) ? "source out" : "source"),
      label(words + 17, y, places, isBlind ? "place out" : "place"),
    ];
  });
}

// The weights worth drawing, each with its key.
/** @param {Float32Array | number[]} weights @returns {[number, number][]} */
const heavy = (weights, least = LEAST) => [...weights.entries()].filter(([, weight]) => weight >= least);
