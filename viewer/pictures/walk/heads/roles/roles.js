// What each head does, as measured: one row per head, with the weight that each pattern gets next to a uniform head's.

import { element, spans } from "../../../../widgets/elements.js";
import { KINDS } from "../../../../widgets/focus.js";
import { makeSavable } from "../../../../widgets/pictures.js";
import { drawWhenNear } from "../../../../widgets/when_near.js";
import { section } from "../../section.js";
import { barCell, headRow, markRow } from "../joined/bars.js";

const LEANS = "favours the ";
const PATTERN_WORDS = { "aligned word": "source word that the next word translates" };

// On the bars: the lowest error rate that one link a word can reach, see least_error_rate of decoding/alignment.py.
const FLOOR = "the lowest possible with one link per word";
const COLUMN_TITLES = {
  entropy:
    "Entropy of a query’s weights divided by the largest possible, mean over the queries: 1 is uniform, 0 is one key",
  "error rate":
    "Alignment error rate when each target word is linked to the source word that this head looks at most, without " +
    "punctuation: lower is better; the tick is the lowest possible with one link per word",
  "aligned word": "The weight on the source word that is translated next",
};

// Label and evidence of one head; null where nothing was measured.
/** @param {HeadsView} view */
export function findRole(view, kind, layer, head) {
  const role = view.facts.roles.heads[kind][layer]?.[head];
  if (!role?.strongest) return null;
  return { label: role.label, short: role.short, evidence: describeEvidence(view, role) };
}

/** @param {HeadsView} view */
function describeEvidence(view, role) {
  const entropy = `entropy ${role.entropy.toFixed(2)} times the largest possible`;
  const rate =
    role.errorRate === null ? "" : `, alignment error rate ${role.errorRate.toFixed(2)} from this head alone`;
  const [weight, even] = role.shares[role.strongest].map((share) => share.toFixed(2));
  const most = `${weight} of the weight on the ${PATTERN_WORDS[role.strongest] ?? role.strongest} (a uniform head: ${even})`;
  return `${most}, ${entropy}${rate}; ${describeSource(view)}.`;
}

/** @param {HeadsView} view */
const describeSource = ({ facts: { roles } }) => `measured on ${roles.sentences} held-out sentences`;

// Describe the head in focus in a sentence, or all heads of the layer if their mean is shown.
/** @param {HeadsView} view */
function describeRole(view) {
  const { kind, layer, head } = view.focus;
  if (head === null) {
    const labels = view.facts.roles.heads[kind][layer].map(({ label }, index) => `head ${index + 1}: ${label}`);
    return `Layer ${layer + 1}: ${labels.join(", ")}; ${describeSource(view)}. Choose a head above to read its numbers.`;
  }
  const role = view.facts.roles.heads[kind][layer]?.[head];
  if (!role?.strongest) return "";
  const [weight, even] = role.shares[role.strongest];
  const [here] = view.facts.measured?.here[kind][layer][head].shares[role.strongest] ?? [];
  const name = PATTERN_WORDS[role.strongest] ?? role.strongest;
  const numbers = `${weight.toFixed(2)} of its weight (a uniform head: ${even.toFixed(2)})`;
  const begins = `Head ${head + 1} of layer ${layer + 1}`;
  const told = {
    spread:
      `${begins} spreads its weight: its entropy is ${role.entropy.toFixed(2)} times the largest possible. What it ` +
      `prefers most is the ${name}, with ${numbers}`,
    mixed: `${begins} follows no single pattern. What it prefers most is the ${name}, with ${numbers}`,
  }[role.label];
  const leans = role.label.startsWith(LEANS) ? "favours" : "looks at";
  const own = here === undefined ? "" : ` In your sentence: ${here.toFixed(2)}.`;
  return `${told ?? `${begins} ${leans} the ${name} with ${numbers}`}, ${describeSource(view)}.${own}`;
}

/** @param {HeadsView} view */
export function rolesSection(view) {
  const { problem } = view.facts.roles;
  const told = element("p", "told", { "aria-live": "polite" });
  const table = makeSavable(element("div"), { name: "What each head looks at" });
  const words = problem ? element("p", "hint", problem) : roleRule(view);
  const all = section("What each head looks at", "", { class: "part roles stack" }, told, table, words);
  let drawn = "";
  view.drawRoles = drawWhenNear(all, () => {
    const { focus, sizes } = view;
    if (problem) return;
    const needed = `${focus.kind} ${Boolean(view.facts.measured)}`;
    if (drawn !== needed) table.replaceChildren(...rolesTable(view));
    drawn = needed;
    const chosen = focus.head === null ? -1 : focus.layer * sizes.H + focus.head;
    markRow(table.querySelectorAll("tbody tr"), chosen);
    told.textContent = describeRole(view);
  });
  return all;
}

/** @param {HeadsView} view */
function roleRule({ facts: { roles } }) {
  const { leading, above, leaning, spread } = roles.rule;
  const lines = [
    `For each pattern, such as “previous token”, we average the weight a head gives it over all tokens that have ` +
      `such a key, in ${roles.sentences} sentences (${roles.source}). The decoder is fed the right translation. A ` +
      `“uniform head” would give every key it can see the same weight: in short sentences even that is a lot, so ` +
      `it’s shown for comparison.`,
    `The pattern furthest above a uniform head gives the label, if it has at least ${leading} of the weight and ` +
      `${above} more than a uniform head. With ${leaning} more, we say the head favours it. Any other head is called ` +
      `spread if its entropy is at least ${spread} of the largest possible, and mixed if not.`,
    "The first token and the end of the sentence count only when another token looks at them; a token that looks at " +
      "itself counts as “same token”. The aligned word is known because a grammar makes each sentence in both " +
      "languages at once. For your own sentence there is no reference alignment.",
  ];
  if (roles.leastErrorRate !== null)
    lines.push(
      `The alignment error rate compares the links a head finds, one per target word, with the grammar’s own; ` +
        `punctuation doesn’t count. Some words have several true links and can get only one of them here. So no head ` +
        `can reach 0: on these sentences ${roles.leastErrorRate.toFixed(2)} is the lowest possible, marked by the ` +
        `tick on the bars.`,
    );
  const summary = element("summary", "", "How a head gets its label");
  return element("details", "letters", summary, ...lines.map((line) => element("p", "hint", line)));
}

/** @param {HeadsView} view */
function rolesTable(view) {
  const { kind } = view.focus;
  const { heads, patterns, sentences } = view.facts.roles;
  const here = view.facts.measured?.here;
  const columns = ["head", "role", ...patterns[kind], "entropy", ...(kind === "cross" ? ["error rate"] : [])];
  const rows = heads[kind].flatMap((roles, layer) =>
    roles.map((role, head) => roleRow(view, role, here?.[kind][layer][head], layer, head)),
  );
  const table = element(
    "table",
    "bars",
    element("caption", "quiet", `${KINDS[kind].name}: mean weight given by each head`),
    headRow(columns.map((name) => [name, COLUMN_TITLES[name] ?? ""])),
    element("tbody", "", ...rows),
  );
  const sample = (mark, words) => element("span", "entry row", element("span", "bar", mark), ...spans(words));
  return [
    element("div", "sideways", table),
    element(
      "p",
      "legend",
      sample(element("i"), `mean over ${sentences} sentences, from 0 to 1`),
      sample(
        element("b", "even"),
        kind === "cross" ? "a uniform head; for the error rate, the lowest possible" : "a uniform head",
      ),
      here && sample(element("b", "own"), "your sentence"),
    ),
  ];
}

/** @param {HeadsView} view */
function roleRow(view, role, own, layer, head) {
  const { patterns, leastErrorRate } = view.facts.roles;
  const { label, strongest } = role;
  const weak = label.startsWith(LEANS) || label === "mixed";
  return element(
    "tr",
    head === 0 ? "first" : "",
    { click: () => view.set({ layer, head }) },
    element("th", "", { scope: "row" }, element("button", "", `Layer ${layer + 1}, head ${head + 1}`)),
    element("td", weak ? "label faint" : "label", label),
    ...patterns[view.focus.kind].map((pattern) => {
      const strong = pattern === strongest && !["mixed", "spread"].includes(label);
      return shareCell(pattern, role.shares[pattern], own?.shares[pattern]?.[0], strong);
    }),
    shareCell("entropy", [role.entropy, null], own?.entropy, label === "spread"),
    role.errorRate !== null &&
      shareCell("alignment error rate", [role.errorRate, leastErrorRate], undefined, false, FLOOR),
  );
}

// A bar from 0 to 1 with a tick for the uniform head and a ring for the visitor's sentence, and the number after it.
function shareCell(name, share, own, strong, tick = "a uniform head") {
  if (!share) return element("td", "share");
  const [weight, even] = share;
  const title = [
    `${name}: ${weight.toFixed(3)}`,
    even !== null && `${tick}: ${even.toFixed(2)}`,
    own !== undefined && `in your sentence: ${own.toFixed(3)}`,
  ];
  const at = (value) => ({ style: `left: ${(100 * value).toFixed(1)}%` });
  return barCell(
    strong ? "share strong" : "share",
    title.filter(Boolean).join(" · "),
    weight.toFixed(2),
    element("i", "", { style: `width: ${(100 * weight).toFixed(1)}%` }),
    even !== null && element("b", "even", at(even)),
    own !== undefined && element("b", "own", at(own)),
  );
}
