// Direct contributions: the token's logit as a sum, a row per sublayer, its heads side by side.

import { csvNumber } from "../../../widgets/csv.js";
import { element, region } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { formatSigned, short, sum } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { buildBar } from "./bars.js";
import "./why.css";

export default mountOnData((/** @type {PartsView} */ view, { facts }) => {
  const title = `${what(facts)} as a sum`;
  const sums = element("div", "sideways", region("What each part adds"), sumTable(facts));
  const lines = Object.entries(facts.values).map(([part, value]) => [part, csvNumber(value)]);
  makeSavable(sums, { name: title, lines: () => [["part", "logit"], ...lines] });
  const hint =
    "The last layer’s stream is the sum of what every part added to it, and so is the logit, with the final norm’s " +
    "scale held fixed. What a part did through later layers counts as theirs here.";
  const more = element("span", "wide", " The last column is the running sum.");
  const parts = [element("h3", "", title), element("p", "", inWords(facts)), sums, element("p", "hint", hint, more)];
  view.root.replaceChildren(element("section", "stack", ...parts));
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

/** @param {PartsFacts} facts */
function sumTable({ rows, values, heads }) {
  const sums = rows.map(({ parts, bias }) => sum([...parts, bias ?? ""].map((part) => values[part] ?? 0)));
  const totals = sums.map((_, index) => sum(sums.slice(0, index + 1)));
  const low = Math.min(0, ...totals);
  const room = Math.max(0, ...totals) - low || 1;
  const limit = Math.max(...Object.values(values).map(Math.abs)) || 1;
  const figure = (part) => part && partFigure(part, values[part], limit);
  const head = (name, look = "") => element("th", look, { scope: "col" }, name);
  const names = [...Array(heads).keys()].map((index) => head(`head ${index + 1}`));
  const body = rows.map(({ name, parts, bias }, index) => {
    const from = totals[index] - sums[index];
    const bar = buildBar(sums[index], (Math.min(from, totals[index]) - low) / room, Math.abs(sums[index]) / room);
    const zero = element("b", "", { style: `left: ${(-100 * low) / room}%` });
    const span = parts.length === 1 ? { colspan: heads } : null; // not an attention: one part, as wide as all heads
    return element(
      "tr",
      "",
      element("th", "", { scope: "row" }, ...name.map((words) => element("span", "", words))),
      ...parts.map((part) => element("td", "", span, figure(part))),
      element("td", "wide", figure(bias)),
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

function partFigure(part, value, limit) {
  const percent = Math.round(45 * Math.sqrt(Math.abs(value) / limit));
  const ink = value < 0 ? "negative" : "positive";
  const style = `background: color-mix(in oklab, var(--${ink}) ${percent}%, var(--st-background-color))`;
  return element("span", "mono figure", { title: partName(part), style }, formatFigure(value));
}

function formatFigure(value) {
  return value !== 0 && Math.abs(value) < 0.005 ? short(value, 1) : formatSigned(value, 2);
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
