// Direct contributions: the token's logit as a sum, a row a sublayer, its heads side by side, each a button that shows
// which words it speaks for and against.

import { keepPlace, keptName, onAddressChange } from "../../widgets/address.js";
import { chipOf } from "../../widgets/chips.js";
import { csvNumber } from "../../widgets/csv.js";
import { element } from "../../widgets/elements.js";
import { mounted } from "../../widgets/mount.js";
import { short, signed, sum } from "../../widgets/numbers.js";
import { savedAs } from "../../widgets/pictures.js";
import "./why.css";

const PART = "adds"; // in the address

export default mounted(startParts);

/** @param {PartsView} view */
function startParts(view, { facts }) {
  Object.assign(view, { facts });
  const names = [facts.largest, ...Object.keys(facts.promoted)];
  view.part = keptName(PART, names);
  const section = element("section", "parts");
  const scroller = element(
    "div",
    "sideways",
    { tabindex: 0, role: "region", "aria-label": "What each part adds" },
    sumTable(view),
  );
  view.words = element("div", "promoted", { "aria-live": "polite" });
  const both = element("div", "parts-both", scroller, view.words);
  const lines = Object.entries(facts.values).map(([part, value]) => [part, csvNumber(value)]);
  savedAs(both, { name: `${what(facts)} as a sum`, lines: () => [["part", "logit"], ...lines] });
  section.append(
    element("h3", "", `${what(facts)} as a sum`),
    element("p", "", told(facts)),
    element("p", "hint", "Click a figure to see which words its part speaks for."),
    both,
    element(
      "p",
      "hint",
      "The stream that the last layer hands on is the sum of what every part wrote into it, and so is the logit, " +
        "with the final norm’s scale taken as it was. What a part did to later layers is theirs here.",
      element("span", "of-so-far", " The last column of figures is the sum so far."),
    ),
  );
  view.root.replaceChildren(section);
  look(view);
  return onAddressChange(() => {
    view.part = keptName(PART, names);
    look(view);
  });
}

/** @param {PartsFacts} facts */
function what({ token, rival }) {
  return rival === null ? `The logit of ${token}` : `The lead of ${token} over ${rival}`;
}

/** @param {PartsFacts} facts */
function told(facts) {
  const heads = Object.entries(facts.values).filter(([name]) => /\.\d+\.\d+$/.test(name));
  const forwards = Object.entries(facts.values).filter(([name]) => name.endsWith("feed_forward"));
  const total = (entries) => signed(sum(entries.map(([, value]) => value)), 2);
  return (
    `${what(facts)} is ${signed(facts.logit, 3)}. All heads together add ${total(heads)}, all feed-forward layers ` +
    `${total(forwards)}. The head that moves it most, ${nameOf(facts.largest)}, adds ` +
    `${signed(facts.values[facts.largest], 2)}. What rounding leaves is ${short(facts.values.rounding, 2)}.`
  );
}

/** @param {PartsView} view */
function sumTable(view) {
  const { facts } = view;
  const table = element("table", "sums");
  const head = table.createTHead().insertRow();
  const heads = [...Array(facts.heads).keys()].map((index) => [`head ${index + 1}`, ""]);
  const names = [["", ""], ...heads, ["bias", "bias"], ["adds", ""], ["", "fall-head"], ["so far", "so-far"]];
  for (const [name, look] of names) {
    const cell = element(name ? "th" : "td", look, name);
    if (name) cell.scope = "col";
    head.append(cell);
  }
  const sums = facts.rows.map(({ parts, bias }) =>
    sum([...parts, ...(bias ? [bias] : [])].map((part) => facts.values[part])),
  );
  const totals = sums.map((_, index) => sum(sums.slice(0, index + 1)));
  const low = Math.min(0, ...totals);
  const room = Math.max(0, ...totals) - low || 1;
  const limit = Math.max(...Object.values(facts.values).map(Math.abs)) || 1;
  const body = table.createTBody();
  facts.rows.forEach(({ name, parts, bias }, index) => {
    const row = body.insertRow();
    row.append(element("th", "", { scope: "row" }, ...name.map((words) => element("span", "", words))));
    if (parts.length === 1) row.append(wholeCell(view, parts[0], limit));
    else row.append(...parts.map((part) => partCell(view, part, limit)));
    const last = element("td", "bias");
    if (bias) last.append(partButton(view, bias, limit));
    row.append(last, element("td", "mono adds", figureOf(sums[index])));
    row.append(fallCell(totals[index] - sums[index], totals[index], low, room));
    row.append(element("td", "mono so-far", signed(totals[index], 2)));
  });
  return table;
}

/** @param {PartsView} view */
function partCell(view, part, limit) {
  return element("td", "", partButton(view, part, limit));
}

// What is no attention has one part, as wide as all heads.
/** @param {PartsView} view */
function wholeCell(view, part, limit) {
  const cell = element("td", "", { colspan: view.facts.heads });
  if (part === "rounding") return cell;
  cell.append(partButton(view, part, limit));
  return cell;
}

/** @param {PartsView} view */
function partButton(view, part, limit) {
  const value = view.facts.values[part];
  const button = element("button", "mono", figureOf(value));
  button.type = "button";
  button.dataset.part = part;
  button.setAttribute("aria-label", `${nameOf(part)}: ${figureOf(value)}`);
  const ink = value < 0 ? "negative" : "positive";
  const percent = Math.round(45 * Math.sqrt(Math.abs(value) / limit));
  button.style.background = `color-mix(in oklab, var(--${ink}) ${percent}%, var(--st-background-color))`;
  button.addEventListener("click", () => {
    view.part = part;
    keepPlace(PART, part);
    look(view);
  });
  return button;
}

// A step of the waterfall: from the sum before to the sum with this row.
function fallCell(from, to, low, room) {
  const cell = element("td", "fall");
  const bar = element("i", to < from ? "below" : "", {
    style: `left: ${(100 * (Math.min(from, to) - low)) / room}%; width: ${(100 * Math.abs(to - from)) / room}%`,
  });
  cell.append(element("b", "", { style: `left: ${(-100 * low) / room}%` }), bar);
  return cell;
}

function figureOf(value) {
  return value !== 0 && Math.abs(value) < 0.005 ? short(value, 1) : signed(value, 2);
}

/** @param {PartsView} view */
function look(view) {
  const { facts, part } = view;
  for (const button of view.root.querySelectorAll(".sums button"))
    button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.part === part));
  const words = facts.promoted[part];
  const half = Math.ceil(words.length / 2);
  const size = Math.max(...words.map(({ logit }) => Math.abs(logit))) || 1;
  view.words.replaceChildren(
    element("h4", "", nameOf(part)),
    element(
      "p",
      "hint",
      "The words that it speaks for most, and those that it speaks against, of the whole vocabulary.",
    ),
    wordList("for", words.slice(0, half), size),
    wordList("against", words.slice(half).reverse(), size),
  );
}

function wordList(name, words, size) {
  const list = element("ol", name, { "aria-label": `speaks ${name}` });
  for (const { chip, logit } of words) {
    const row = element("li");
    const room = element("span", "room");
    const bar = element("i", logit < 0 ? "below" : "", { style: `left: 0; width: ${(100 * Math.abs(logit)) / size}%` });
    room.append(bar);
    row.append(chipOf("span", { ...chip, joined: false }, null), room, element("span", "mono", signed(logit, 2)));
    list.append(row);
  }
  return list;
}

// A part as people call it: counted from 1.
function nameOf(part) {
  const head = /^(\w+)\.(\d+)\.(\d+)$/.exec(part);
  if (head) {
    const kind = head[1] === "cross" ? "cross-attention" : "self-attention";
    return `${kind}, layer ${Number(head[2]) + 1}, head ${Number(head[3]) + 1}`;
  }
  const module = /^decoder\.(\d+)\.(self_attention|cross_attention|feed_forward)(\.bias)?$/.exec(part);
  if (module) return `${module[2].replace("_", "-")}, layer ${Number(module[1]) + 1}${module[3] ? ", bias" : ""}`;
  return { embedding: "the embedding", positions: "the position", norm: "the norms’ shifts β" }[part] ?? part;
}
