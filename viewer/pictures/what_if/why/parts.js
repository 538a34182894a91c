// Direct contributions: the token's logit as a sum, a row per sublayer, its heads side by side, each a button that
// shows which words it favours and opposes.

import { choiceFromUrl, onAddressChange, setUrlParam } from "../../../widgets/address.js";
import { buildChip } from "../../../widgets/chips.js";
import { csvNumber } from "../../../widgets/csv.js";
import { element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { formatSigned, short, sum } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { linkWords } from "../../../widgets/words.js";
import { buildBar } from "./bars.js";
import "./why.css";

const PART = "adds"; // in the address

export default mountOnData((/** @type {PartsView} */ view, { facts }) => {
  view.facts = facts;
  const names = [facts.largest, ...Object.keys(facts.promoted)];
  const read = () => {
    view.part = choiceFromUrl(PART, names);
    look(view);
  };
  const title = `${what(facts)} as a sum`;
  view.words = element("div", "promoted stack", { "aria-live": "polite" });
  const scrolled = { tabindex: 0, role: "region", "aria-label": "What each part adds" };
  const sums = element("div", "sideways", scrolled, sumTable(view));
  const both = element("div", "parts-both side-by-side", sums, view.words);
  const lines = Object.entries(facts.values).map(([part, value]) => [part, csvNumber(value)]);
  makeSavable(both, { name: title, lines: () => [["part", "logit"], ...lines] });
  const hint =
    "The last layer’s stream is the sum of what every part added to it, and so is the logit, with the final norm’s " +
    "scale held fixed. What a part did through later layers counts as theirs here.";
  view.root.replaceChildren(
    element(
      "section",
      "stack",
      element("h3", "", title),
      element("p", "", inWords(facts)),
      element("p", "hint", "Click a figure to see which words its part favours."),
      both,
      element("p", "hint", hint, element("span", "wide", " The last column is the running sum.")),
    ),
  );
  read();
  return onAddressChange(read);
});

/** @param {PartsFacts} facts */
function what({ token, rival }) {
  return rival === null ? `The logit of ${token}` : `The lead of ${token} over ${rival}`;
}

/** @param {PartsFacts} facts */
function inWords(facts) {
  const total = (wanted) => {
    const parts = Object.entries(facts.values).filter(([name]) => wanted.test(name));
    return formatSigned(sum(parts.map(([, value]) => value)), 2);
  };
  return (
    `${what(facts)} is ${formatSigned(facts.logit, 3)}. All heads together add ${total(/\.\d+\.\d+$/)}, all feed-forward ` +
    `layers ${total(/feed_forward$/)}. The head that changes it most, ${partName(facts.largest)}, adds ` +
    `${formatSigned(facts.values[facts.largest], 2)}.`
  );
}

/** @param {PartsView} view */
function sumTable(view) {
  const { rows, values, heads } = view.facts;
  const sums = rows.map(({ parts, bias }) => sum([...parts, bias].map((part) => values[part] ?? 0)));
  const totals = sums.map((_, index) => sum(sums.slice(0, index + 1)));
  const low = Math.min(0, ...totals);
  const room = Math.max(0, ...totals) - low || 1;
  const limit = Math.max(...Object.values(values).map(Math.abs)) || 1;
  const button = (part) => part && part !== "rounding" && partButton(view, part, limit);
  const head = (name, look = "") => element("th", look, { scope: "col" }, name);
  const names = [...Array(heads).keys()].map((index) => head(`head ${index + 1}`));
  const body = rows.map(({ name, parts, bias }, index) => {
    const from = totals[index] - sums[index];
    const bar = buildBar(sums[index], (Math.min(from, totals[index]) - low) / room, Math.abs(sums[index]) / room);
    const zero = element("b", "", { style: `left: ${(-100 * low) / room}%` });
    const span = parts.length === 1 ? { colspan: heads } : {}; // not an attention: one part, as wide as all heads
    return element(
      "tr",
      "",
      element("th", "", { scope: "row" }, ...name.map((words) => element("span", "", words))),
      ...parts.map((part) => element("td", "", span, button(part))),
      element("td", "wide", button(bias)),
      element("td", "mono total", formatFigure(sums[index])),
      element("td", "fall wide", zero, bar),
      element("td", "mono total wide", formatSigned(totals[index], 2)),
    );
  });
  const top = [
    element("td"),
    ...names,
    head("bias", "wide"),
    head("adds"),
    element("td", "wide"),
    head("so far", "wide"),
  ];
  return element("table", "sums", element("thead", "", element("tr", "", ...top)), element("tbody", "", ...body));
}

/** @param {PartsView} view */
function partButton(view, part, limit) {
  const value = view.facts.values[part];
  const figure = formatFigure(value);
  const percent = Math.round(45 * Math.sqrt(Math.abs(value) / limit));
  const ink = value < 0 ? "negative" : "positive";
  return element(
    "button",
    "mono",
    {
      "data-part": part,
      "aria-label": `${partName(part)}: ${figure}`,
      style: `background: color-mix(in oklab, var(--${ink}) ${percent}%, var(--st-background-color))`,
      click: () => {
        view.part = part;
        setUrlParam(PART, part);
        look(view);
      },
    },
    figure,
  );
}

function formatFigure(value) {
  return value !== 0 && Math.abs(value) < 0.005 ? short(value, 1) : formatSigned(value, 2);
}

/** @param {PartsView} view */
function look(view) {
  const { facts, part } = view;
  for (const button of view.root.querySelectorAll(".sums button"))
    button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.part === part));
  const words = facts.promoted[part];
  const half = Math.ceil(words.length / 2);
  const size = Math.max(...words.map(({ logit }) => Math.abs(logit))) || 1;
  const hint = "The words that it favours and opposes most, of the whole vocabulary.";
  view.words.replaceChildren(
    element("h4", "", partName(part)),
    element("p", "hint", hint),
    wordList("for", words.slice(0, half), size),
    wordList("against", words.slice(half).reverse(), size),
  );
  linkWords(view.root); // here too, after a click
}

function wordList(name, words, size) {
  const rows = words.map(({ chip, logit }) =>
    element(
      "li",
      "aligned",
      buildChip("span", { ...chip, joined: false }, null),
      element("span", "room", buildBar(logit, 0, Math.abs(logit) / size)),
      element("span", "mono", formatSigned(logit, 2)),
    ),
  );
  return element("ol", name, { "aria-label": `speaks ${name}` }, ...rows);
}

// A part's name, counted from 1.
function partName(part) {
  const head = /^(\w+)\.(\d+)\.(\d+)$/.exec(part);
  if (head) {
    const kind = head[1] === "cross" ? "cross-attention" : "self-attention";
    return `${kind}, layer ${Number(head[2]) + 1}, head ${Number(head[3]) + 1}`;
  }
  const module = /^decoder\.(\d+)\.(self_attention|cross_attention|feed_forward)(\.bias)?$/.exec(part);
  if (module) return `${module[2].replace("_", "-")}, layer ${Number(module[1]) + 1}${module[3] ? ", bias" : ""}`;
  return (
    {
      embedding: "the embedding",
      positions: "the position",
      norm: "the norms’ shifts β",
      output_bias: "the token’s bias",
    }[part] ?? part
  );
}
