// What each head does, as measured: a row a head, with the weight that each pattern gets beside an even head's.

import { element } from "../../widgets/elements.js";
import { KINDS } from "../../widgets/focus.js";
import { savedAs } from "../../widgets/pictures.js";
import { drawnWhenNear } from "../../widgets/when_near.js";

const LEANS = "leans to the ";
const PATTERN_WORDS = {
  "aligned word": "source word that the next word translates",
};

// On the bars: the lowest error rate that one link a word can reach, see least_error_rate of decoding/alignment.py.
const FLOOR = "the lowest that one link a word can reach";
const COLUMN_TITLES = {
  entropy:
    "Entropy of a query’s weights divided by the largest possible, mean over the queries: 1 is even, 0 is one key",
  "error rate":
    "Alignment error rate when each target word is linked to the source word that this head looks at most, " +
    "punctuation left out: lower is better; the tick is the lowest that one link a word can reach",
  "aligned word": "The weight on the source word that the word about to be said translates",
};

// What is known of one head: { label, short, evidence }; null where nothing was measured.
/** @param {HeadsView} view */
export function roleOf(view, kind, layer, head) {
  const role = view.facts.roles.heads[kind][layer]?.[head];
  if (!role) return null;
  return { label: role.label, short: role.short, evidence: evidenceOf(view, role) };
}

/** @param {HeadsView} view */
function evidenceOf(view, role) {
  const entropy = `entropy ${role.entropy.toFixed(2)} times the largest possible`;
  const rate = role.errorRate === null ? "" : `, alignment error rate ${role.errorRate.toFixed(2)} by this head alone`;
  return `${capital(weightOn(role))}, ${entropy}${rate}; ${measuredOn(view)}.`;
}

function weightOn({ strongest, shares }) {
  const [weight, even] = shares[strongest];
  return (
    `${weight.toFixed(2)} of the weight on the ${PATTERN_WORDS[strongest] ?? strongest} (an even head: ` +
    `${even.toFixed(2)})`
  );
}

/** @param {HeadsView} view */
function measuredOn({ facts: { roles } }) {
  return `measured on ${roles.sentences} ${roles.source.includes("anew") ? "new" : "held-out"} sentences`;
}

// The head in focus, in a sentence; where the mean is looked at, all heads of the layer.
/** @param {HeadsView} view */
function roleTold(view) {
  const { kind, layer, head } = view.focus;
  if (head === null) {
    const labels = view.facts.roles.heads[kind][layer].map(({ label }, index) => `head ${index + 1}: ${label}`);
    return `Layer ${layer + 1}: ${labels.join(", ")}; ${measuredOn(view)}. Choose one head above to read its numbers.`;
  }
  const role = view.facts.roles.heads[kind][layer]?.[head];
  if (!role) return "";
  const [weight, even] = role.shares[role.strongest];
  const [here] = view.facts.roles.here[kind][layer][head].shares[role.strongest] ?? [];
  const name = PATTERN_WORDS[role.strongest] ?? role.strongest;
  const numbers = `${weight.toFixed(2)} of its weight (an even head: ${even.toFixed(2)})`;
  const begins = `Head ${head + 1} of layer ${layer + 1}`;
  const told = {
    spread:
      `${begins} spreads its weight: its entropy is ${role.entropy.toFixed(2)} times the largest possible. What it ` +
      `prefers most is the ${name}, with ${numbers}`,
    mixed: `${begins} follows no single pattern. What it prefers most is the ${name}, with ${numbers}`,
  }[role.label];
  const leans = role.label.startsWith(LEANS) ? "leans to" : "looks at";
  const own = here === undefined ? "" : ` In your sentence: ${here.toFixed(2)}.`;
  return `${told ?? `${begins} ${leans} the ${name} with ${numbers}`}, ${measuredOn(view)}.${own}`;
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/** @param {HeadsView} view */
export function buildRoles(view, place) {
  const section = element("section", "roles");
  section.setAttribute("aria-label", "What each head looks at");
  section.append(element("h3", "", "What each head looks at"));
  view.roles = {
    kind: null,
    rows: [],
    told: element("p", "told"),
    table: element("div", "frame"),
    draw: drawnWhenNear(section, () => drawRoles(view)),
  };
  savedAs(view.roles.table, { name: "What each head looks at" });
  view.roles.told.setAttribute("aria-live", "polite");
  section.append(view.roles.told, view.roles.table);
  if (view.facts.roles.problem) section.append(element("p", "hint", view.facts.roles.problem));
  else section.append(roleRule(view));
  place.append(section);
}

/** @param {HeadsView} view */
function roleRule({ facts: { roles } }) {
  const { leading, above, leaning, spread } = roles.rule;
  const fold = element("details", "rule");
  fold.append(element("summary", "", "How a head gets its label"));
  const lines = [
    `For each pattern, such as “previous token”, we take the mean of the weight that a head gives it, over all ` +
      `tokens that have such a key, in ${roles.sentences} sentences (${roles.source}). The decoder is given the ` +
      `right translation to read. An “even head” is a head that would give every key it may see the same weight: on ` +
      `short sentences even that is a lot, so it is shown for comparison.`,
    `The pattern that lies farthest above an even head gives the label, if it has at least ${leading} of the weight ` +
      `and ${above} more than an even head. With ${leaning} more, we say that the head leans to it. Of the rest, a ` +
      `head is called spread if its entropy is at least ${spread} of the largest possible, and mixed if not.`,
    "The first token and the end of the sentence count only when another token looks at them; a token that looks at " +
      "itself counts as “same token”. The aligned word is known because a grammar makes each sentence in both " +
      "languages at once. For your own sentence nobody has said which word translates which.",
    ...(roles.leastErrorRate === null
      ? []
      : [
          `The alignment error rate compares the links that a head finds, one for each target word, with the ` +
            `grammar’s own; punctuation is left out of both. Some words have several true links and can be given ` +
            `only one of them here. So no head can reach 0: on these sentences ` +
            `${roles.leastErrorRate.toFixed(2)} is the lowest possible, marked by the tick on the bars.`,
        ]),
  ];
  fold.append(...lines.map((line) => element("p", "hint", line)));
  return fold;
}

/** @param {HeadsView} view */
export function updateRoles(view) {
  view.roles.draw();
}

/** @param {HeadsView} view */
function drawRoles(view) {
  const { roles, focus } = view;
  if (view.facts.roles.problem) return;
  if (roles.kind !== focus.kind) {
    roles.kind = focus.kind;
    roles.table.replaceChildren(rolesTable(view));
  }
  const chosen = focus.head === null ? -1 : focus.layer * view.sizes.H + focus.head;
  roles.rows.forEach((made, index) => {
    made.classList.toggle("chosen", index === chosen);
    made.querySelector("button").setAttribute("aria-pressed", String(index === chosen));
  });
  roles.told.textContent = roleTold(view);
}

/** @param {HeadsView} view */
function rolesTable(view) {
  const { kind } = view.focus;
  const { heads, here, patterns } = view.facts.roles;
  const table = element("table");
  table.append(element("caption", "", `${KINDS[kind].name}: the mean weight that each head gives`));
  const head = element("tr");
  const columns = ["head", "role", ...patterns[kind], "entropy", ...(kind === "cross" ? ["error rate"] : [])];
  for (const name of columns) {
    const cell = element("th", "", name);
    cell.scope = "col";
    cell.title = COLUMN_TITLES[name] ?? "";
    head.append(cell);
  }
  const top = element("thead");
  top.append(head);
  const body = element("tbody");
  view.roles.rows = heads[kind].flatMap((layer, layerIndex) =>
    layer.map((role, index) => roleRow(view, role, here[kind][layerIndex][index], layerIndex, index)),
  );
  body.append(...view.roles.rows);
  table.append(top, body);
  const both = element("div", "measured");
  const frame = element("div", "sideways");
  frame.append(table);
  both.append(frame, roleLegend(view));
  return both;
}

/** @param {HeadsView} view */
function roleRow(view, role, own, layer, head) {
  const { kind } = view.focus;
  const made = element("tr", head === 0 ? "first" : "");
  const name = element("th");
  name.scope = "row";
  const button = element("button", "", `Layer ${layer + 1}, head ${head + 1}`);
  button.type = "button";
  name.append(button);
  const label = element(
    "td",
    role.label.startsWith(LEANS) || role.label === "mixed" ? "label faint" : "label",
    role.label,
  );
  made.append(name, label);
  for (const pattern of view.facts.roles.patterns[kind]) {
    const share = role.shares[pattern];
    made.append(
      shareCell(
        pattern,
        share,
        own.shares[pattern]?.[0],
        pattern === role.strongest && !["mixed", "spread"].includes(role.label),
      ),
    );
  }
  made.append(shareCell("entropy", [role.entropy, null], own.entropy, role.label === "spread"));
  if (role.errorRate !== null) {
    const least = view.facts.roles.leastErrorRate;
    made.append(shareCell("alignment error rate", [role.errorRate, least], undefined, false, FLOOR));
  }
  made.addEventListener("click", () => view.set({ layer, head }));
  return made;
}

// A bar from 0 to 1 with a tick for the even head and a ring for the visitor's sentence, and the number behind it.
function shareCell(name, share, own, strong, tick = "an even head") {
  const cell = element("td", strong ? "share strong" : "share");
  if (!share) return cell;
  const [weight, even] = share;
  const bar = element("span", "bar");
  const fill = element("i");
  fill.style.width = `${(100 * weight).toFixed(1)}%`;
  bar.append(fill);
  if (even !== null) bar.append(markAt("even", even));
  if (own !== undefined) bar.append(markAt("own", own));
  const both = element("span", "both");
  both.append(bar, element("span", "mono", weight.toFixed(2)));
  cell.append(both);
  cell.title = [
    `${name}: ${weight.toFixed(3)}`,
    even === null ? "" : `${tick}: ${even.toFixed(2)}`,
    own === undefined ? "" : `in your sentence: ${own.toFixed(3)}`,
  ]
    .filter(Boolean)
    .join(" · ");
  return cell;
}

function markAt(kind, value) {
  const mark = element("b", kind);
  mark.style.left = `${(100 * value).toFixed(1)}%`;
  return mark;
}

/** @param {HeadsView} view */
function roleLegend(view) {
  const { kind } = view.focus;
  const legend = element("p", "legend");
  const sample = (names, words) => {
    const entry = element("span", "entry");
    const bar = element("span", "bar");
    bar.append(element(names === "fill" ? "i" : "b", names));
    entry.append(bar, element("span", "", words));
    return entry;
  };
  legend.append(
    sample("fill", `mean over ${view.facts.roles.sentences} sentences, from 0 to 1`),
    sample("even", kind === "cross" ? "an even head; for the error rate, the lowest possible" : "an even head"),
    sample("own", "your sentence"),
  );
  return legend;
}
