// What each head does, as measured: a row a head, with the weight that each pattern gets beside an even head's.

import { element } from "../../shared/elements.js";
import { KINDS } from "../../shared/focus.js";
import { drawnWhenNear } from "../../shared/when_near.js";

const LEANS = "leans to the ";
const PATTERN_WORDS = {
  "aligned word": "source word that the next word translates",
};

const COLUMN_TITLES = {
  entropy: "Mean entropy of a query’s weights, over the largest possible: 1 is even, 0 is one key alone",
  "error rate":
    "Alignment error rate when each target word is linked to the source word that this head looks at most: 0 is " +
    "perfect",
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
  const entropy = `entropy ${role.entropy.toFixed(2)} of the largest possible`;
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
    const labels = view.facts.roles.heads[kind][layer].map(({ label }, index) => `head ${index + 1} ${label}`);
    return `Layer ${layer + 1}: ${labels.join(", ")}; ${measuredOn(view)}. Choose a head for its numbers.`;
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
      `${begins} spreads its weight: its entropy is ${role.entropy.toFixed(2)} of the largest possible. Most above ` +
      `an even head is the ${name}, with ${numbers}`,
    mixed: `${begins} follows no single pattern. Most above an even head is the ${name}, with ${numbers}`,
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
    `For each pattern the weight is averaged over all tokens that have such a neighbour, over ${roles.sentences} ` +
      `sentences (${roles.source}), with the decoder led through the given translation. An even head gives every ` +
      `visible key the same weight; short sentences alone bring it that far.`,
    `The pattern farthest above an even head gives the label if it has at least ${leading} of the weight and ` +
      `${above} more than an even head. From ${leaning} above, the head leans to it. Else a head whose entropy is at ` +
      `least ${spread} of the largest possible is spread, and any other is mixed.`,
    "The first token and the ends count when another token looks at them; a token that looks at itself is “same " +
      "token”. The aligned word is known because the sentences are derived from a grammar in both languages at once. " +
      "Your own sentence comes without such links.",
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
  both.append(table, roleLegend(view));
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
  if (role.errorRate !== null) made.append(shareCell("alignment error rate", [role.errorRate, null], undefined, false));
  made.addEventListener("click", () => view.set({ layer, head }));
  return made;
}

// A bar from 0 to 1 with a tick for the even head and a ring for the visitor's sentence, and the number behind it.
function shareCell(name, share, own, strong) {
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
    `${name}: ${weight}`,
    even === null ? "" : `an even head: ${even}`,
    own === undefined ? "" : `in your sentence: ${own}`,
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
    sample("even", "an even head"),
    sample("own", "your sentence"),
  );
  return legend;
}
