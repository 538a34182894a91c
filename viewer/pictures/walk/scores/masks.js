// Which query can see which key: the causal mask, and the padding mask of a real batch.

import { attentionAxes } from "../../../frame/axes.js";
import { part } from "../../../transport/payload.js";
import { paintAllowed } from "../../../widgets/allowed.js";
import { addWeightLabel, buildChip, shade, textsOf } from "../../../widgets/chips.js";
import { element, say } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { full, short, sum } from "../../../widgets/numbers.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { drawWhenNear } from "../../../widgets/when_near.js";
import { section } from "../section.js";

const MANY_PADS = 12; // from here on pads are counted, not drawn one by one

/** @param {ScoresView} view */
export function masksSection(view) {
  const causal = maskPicture("Causal mask", "T", (query, key) => {
    if (view.focus.kind !== "decoder") return;
    view.key = key;
    view.set({ token: query });
  });
  const padding = maskPicture("Padding mask", "S");
  const words = element("p", "hint");
  causal.element.append(words);
  const batch = element("div", "batch stack");
  const grid = element("div", "mask-grid", causal.element, padding.element, batch);
  const both = section("Two masks: the future, and padding", "", grid);
  view.drawMasks = drawWhenNear(both, () => {
    drawCausal(view, causal, words);
    for (const each of [padding.element, batch]) each.hidden = !view.facts.measured;
    if (view.facts.measured) drawPadding(view, view.facts.measured, padding, batch);
  });
  return both;
}

function maskPicture(name, letter, pick) {
  const beside = { width: 0, paint: paintAllowed };
  const look = { scale: "plain", limit: 1, unit: "added to the score", beside, cell: [2, 26] };
  const picture = matrix({ ...attentionAxes([], []), ...look, name, pick });
  return {
    element: picture.element,
    draw(labels, data, mark = null) {
      const count = labels.length;
      picture.draw({ data, rows: count, columns: count }, mark, {
        ...attentionAxes(labels, labels),
        shape: `${letter} × ${letter} = ${count} × ${count}`,
        height: count > 24 ? Math.max(4, 300 / count) : undefined, // a plain pattern: it may be small
      });
    },
  };
}

/** @param {ScoresView} view */
function drawCausal(view, picture, words) {
  const labels = textsOf(view.tokens.target);
  const { token, kind } = view.focus;
  const here = kind === "decoder";
  const { data } = part(view.tensors["decoder.masked_scores"], 0, 0);
  const added = data.map((value) => (Number.isFinite(value) ? 0 : value));
  picture.draw(labels, added, here ? { row: token, column: view.key } : null);
  say(
    words,
    here
      ? `“${labels[token]}” is token ${token + 1}: it sees itself and the ${token} before it; ` +
          `${labels.length - 1 - token} are hidden.`
      : "Used in the decoder’s self-attention, in every layer and head. The attention in focus has no such mask.",
  );
}

/** @param {ScoresView} view @param {ScoresMeasured} measured */
function drawPadding(view, measured, picture, batch) {
  const { tokens, padded, lengths, companion, differences, weight } = measured.padding;
  const size = tokens.length;
  const real = lengths[padded];
  picture.draw(
    textsOf(tokens),
    Float32Array.from({ length: size * size }, (_, index) => (index % size < real ? 0 : -Infinity)),
  );
  const layer = Math.min(view.focus.layer, view.sizes.encoder_layers - 1);
  const head = view.focus.head ?? 0;
  const [masked, unmasked] = ["masked", "unmasked"].map((name) => part(view.tensors[`padding.${name}`], layer, head));
  const others = ["your sentence", `“${companion}”`];
  const facts = [
    ["Weight on padding, in all layers and heads", weight === 0 ? "0, exactly" : full(weight)],
    [
      `Without the mask, in encoder layer ${layer + 1}, head ${head + 1}`,
      `${short(100 * sum(unmasked.subarray(real)))}%`,
    ],
    [
      `Encoder output for ${others[padded]}, padded in the batch or read alone: largest difference`,
      short(differences[padded], 1),
    ],
    [`The same for ${others[1 - padded]}, which needs no padding`, short(differences[1 - padded], 1)],
  ];
  batch.replaceChildren(
    element(
      "p",
      "",
      `The encoder read your sentence (${lengths[0]} tokens) and our “${companion}” (${lengths[1]}) as one batch ` +
        `of 2 × ${size}: ${others[padded]} is padded with ${size - real} <pad>, and the mask hides these keys ` +
        `from every query.`,
    ),
    batchRow("with the padding mask", tokens, masked, real),
    batchRow("without it", tokens, unmasked, real),
    plainTable([], facts),
  );
}

// What each key gets of the attention, mean over the real queries.
function batchRow(title, tokens, received, real) {
  const pads = tokens.length - real;
  const together = pads > MANY_PADS;
  const shown = tokens.slice(0, together ? real + 1 : tokens.length).map((token, key) => {
    const last = together && key === real;
    const share = last ? sum(received.subarray(real)) : received[key];
    const chip = addWeightLabel(
      buildChip("span", last ? { ...token, text: `${token.text} × ${pads}` } : token, tokens[key + 1]),
    );
    shade(chip, share);
    chip.querySelector(".figure").textContent =
      share === 0 ? "0" : share < 0.005 ? "<.01" : share.toFixed(2).replace(/^0/, "");
    return chip;
  });
  return element("div", "", element("p", "lead", title), element("div", "chips small encoder", ...shown));
}
