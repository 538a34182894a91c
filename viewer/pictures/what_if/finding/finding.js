// The card of the page's finding: its claim, its effect over many sentences, the code that repeats it, and a link. What
// this browser's model can't find out, the server is asked, one line at a time.

import { computeDetached } from "../../../engine/live/model.js";
import { wholeLink } from "../../../widgets/address.js";
import { copyButton } from "../../../widgets/copy_button.js";
import { element, findIn } from "../../../widgets/elements.js";
import { memory } from "../../../widgets/memory.js";
import { mountOnData } from "../../../widgets/mount.js";
import { pythonBox } from "../../../widgets/python.js";
import { bracketsIn, effectBox } from "../effect_box.js";

const HEADINGS = ["sentence", "as it is", "with the change", "changes", "probable", "with the change"];
const ABOUT = {
  heads: "Sentences, one per line",
  hide: "Sentences, one per line, with the word to hide in [brackets]",
  place: "Two sentences with as many tokens per line, the second behind a |",
};
const ASK = "Does it hold for other sentences?";
const WAIT = 60_000; // milliseconds for the server's answer

export default mountOnData((/** @type {FindingView} */ view, { facts }) => {
  const { answer } = facts;
  if (answer && answer.number === view.asked) view.take?.(answer);
  if (view.facts && view.facts.engine?.weights.sha256 === facts.engine?.weights.sha256) return;
  Object.assign(view, { facts, asked: 0 });
  const details = element("details", "finding", element("summary", "", ASK), element("div", "stack"));
  details.addEventListener("toggle", () => details.open && fill(view, findIn(details, ".stack")));
  view.root.replaceChildren(details);
});

// For the finding as it is now.
/** @param {FindingView} view @param {Element} place */
function fill(view, place) {
  const { finding } = memory;
  const found = finding?.place.isConnected ? finding.of() : null; // another page's has left with it
  if (!finding || !found?.edit) {
    place.replaceChildren(element("p", "", "Nothing stands out on this page, so there is nothing to repeat."));
    return;
  }
  const { claim, code, edit } = found;
  const kind = edit.place ? "place" : edit.hide ? "hide" : "heads";
  const lines = kind === "place" ? view.facts.pairs : view.facts.lines;
  const box = effectBox({
    headings: HEADINGS,
    rows: [],
    lines: kind === "heads" ? lines.map((line) => line.replace(/[[\]]/g, "")) : lines,
    about: ABOUT[kind],
    measure: async (line, onProgress) => cellsOf(await measured(view, questionOf(line, edit), onProgress)),
    took: (rows) => Object.assign(finding, { rows: [HEADINGS, ...rows] }),
  });
  const link = copyButton(() => wholeLink(window.location.href), "Copy the link");
  const told = element("div", "flow", element("span", "hint", "To save all of this, press Save above."), link);
  place.replaceChildren(element("b", "", claim), ...box, pythonBox("for sentences of your own", code), told);
}

// A line as it is asked about: its sentence, and the edit with what it says in brackets or behind a line.
/** @param {string} line @param {FindingEdit} edit */
function questionOf(line, { heads = [], place, position, hide }) {
  const [text, other = ""] = place ? line.split("|").map((each) => each.trim()) : [line];
  const { sentence, first, count } = bracketsIn(text);
  if (place && !other) return { problem: "Put a second sentence behind a |." };
  if (hide && !count) return { problem: "Put the word to hide in [brackets]." };
  return { sentence, heads, hide: hide ? [first, count] : [0, 0], ...(place ? { place, position, other } : {}) };
}

/** @param {FindingView} view @returns {Promise<Omit<FindingAnswer, "number">>} */
async function measured(view, question, onProgress) {
  const { engine } = view.facts;
  if (question.problem) return question;
  if (engine && !question.place) {
    const { sentence, heads, hide } = question;
    const made = await computeDetached(
      engine,
      { sentence, needs: [], decode: { kind: "edited", heads, hide } },
      onProgress,
    );
    return made?.facts ?? { problem: "There is nothing to translate in this." };
  }
  if (view.facts.alone) throw Error("This can be measured only in the app, or by the lines below.");
  return new Promise((resolve, reject) => {
    view.asked = Date.now();
    view.take = resolve;
    view.trigger("asked", { ...question, number: view.asked });
    setTimeout(() => reject(Error("The server hasn’t answered for a minute. Try fewer lines.")), WAIT);
  });
}

/** @param {Omit<FindingAnswer, "number">} made @returns {import("../effect_box.js").Cell[]} */
const cellsOf = ({ texts, shares, problem = "" }) =>
  texts && shares ? [...texts, texts[0] !== texts[1], ...shares] : [problem];
