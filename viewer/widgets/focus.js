// The focus: the kind of attention, layer, head and token. In the address, it is written as in viewer/app/state.py:
// cross.2.mean.4.

import { writeAddress } from "./address.js";
import { tellFocus } from "./frame_messages.js";
import { memory } from "./memory.js";

/** @type {Record<Kind, { name: string, stack: Stack, attention: string, rows: Side, columns: Side }>} */
export const KINDS = {
  encoder: {
    name: "Encoder self-attention",
    stack: "encoder",
    attention: "self_attention",
    rows: "source",
    columns: "source",
  },
  decoder: {
    name: "Decoder masked self-attention",
    stack: "decoder",
    attention: "self_attention",
    rows: "target",
    columns: "target",
  },
  cross: { name: "Cross-attention", stack: "decoder", attention: "cross_attention", rows: "target", columns: "source" },
};
// The tokens that label the rows: those read or, in cross-attention, those written.
/** @param {Kind} kind @returns {"source" | "target" | "output"} */
export function rowNames(kind) {
  return kind === "cross" ? "output" : KINDS[kind].rows;
}
// Where an attention's activations and its parameters are, by the library's names.
/** @param {Kind} kind @param {number} layer */
export const attentionName = (kind, layer) => `${KINDS[kind].stack}.${layer}.${KINDS[kind].attention}`;
/** @param {Kind} kind @param {number} layer */
export const attentionModule = (kind, layer) => `${KINDS[kind].stack}_layers.${layer}.${KINDS[kind].attention}`;

export const SIDES = { encoder: "Encoder: the source", decoder: "Decoder: the translation" };

// The focus outlives a page: it is in the address, and in the memory while Streamlit changes pages.
export function readFocus() {
  const written = new URL(window.location.href).searchParams.get("focus") ?? memory.focus ?? "";
  const [kind, layer, head, token, ...card] = written.split(".");
  if (!Object.hasOwn(KINDS, kind) || !isPlace(layer) || !isPlace(token) || card.length > 1) return null;
  const place = { layer: Number(layer), head: isPlace(head) ? Number(head) : null, token: Number(token) };
  return { kind: /** @type {Kind} */ (kind), ...place };
}

function isPlace(text = "") {
  return /^\d{1,6}$/.test(text);
}

/** @param {{ sizes: Sizes, tokens: Tokens }} view @param {Focus} focus @returns {Focus} */
export function sensibleFocus({ sizes, tokens }, { kind, layer, head, token }) {
  const clamp = (/** @type {number} */ value, /** @type {number} */ count) => Math.min(Math.max(value, 0), count - 1);
  return {
    kind,
    layer: clamp(layer, kind === "encoder" ? sizes.encoder_layers : sizes.decoder_layers),
    head: head === null ? null : clamp(head, sizes.H),
    token: clamp(token, tokens[KINDS[kind].rows].length),
  };
}

export function remember(/** @type {{ focus: Focus }} */ { focus: { kind, layer, head, token } }) {
  tellFocus({ kind, layer, head, token });
  memory.focus = `${kind}.${layer}.${head ?? "mean"}.${token}`;
  const address = new URL(window.location.href);
  if (address.searchParams.get("focus") === memory.focus) return;
  address.searchParams.set("focus", memory.focus);
  writeAddress(address);
}
