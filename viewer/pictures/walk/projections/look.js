// A look-up at a glance: what one token looks for, what each can be found by, and what is handed over.

import { buildChip } from "../../../widgets/chips.js";
import { buildTrack, element, spans } from "../../../widgets/elements.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { fadeTo, strip, stripLimit } from "../strip.js";
import { isWord, surest } from "../surest.js";
import { rankPlaces, rowOf } from "../vectors.js";
import "./look.css";

const MOST = 8; // keys that are shown, those with the largest weights
const LETTERS = { query: 4, key: 3 }; // at least, of words that say something
const FORWARD = 0.05; // what a word that comes later is worth more, such as a noun to its adjective

/** @param {ProjectionsView} view */
export function look(view) {
  const section = element("section", "ask", { "data-at": "look", "aria-label": "A look-up" });
  makeSavable(section, { name: "A look-up" });
  return { element: section, update: (now) => drawLook(view, now, section) };
}

/** @param {ProjectionsView} view */
function drawLook({ focus }, now, section) {
  const { rows, columns, token } = now;
  const asking = rows[token].text;
  const weights = rowOf(now.weights, token);
  const best = rankPlaces(weights);
  const shown = best.slice(0, MOST).sort((one, other) => one - other);
  const found = columns[best[0]].text;
  const stripOf = (means, name = means) => {
    const limit = stripLimit(now[means].data, now[means].columns);
    return (row) => strip(rowOf(now[name], row), { means, limit, told: `the ${means} of a token` });
  };
  const [key, value, context] = [stripOf("key"), stripOf("value"), stripOf("value", "context")];
  const asks = rowOf(now.query, token);
  const query = { means: "query", limit: stripLimit(asks, asks.length), told: `the query of “${asking}”` };
  const share = (at) => `${Math.round(100 * weights[at])}%`;
  const line = (at) => {
    const bar = buildTrack(weights[at], "ask-bar");
    return [
      element("div", "ask-word small", buildChip("span", { ...columns[at], joined: false })),
      key(at),
      element("div", "ask-share aligned", bar, element("b", "", at === best[0] && share(at))),
      fadeTo(value(at), weights[at]),
    ].map((cell) => {
      cell.classList.toggle("best", at === best[0]);
      return cell;
    });
  };
  const head = (name, means, words) =>
    element("div", "ask-head", element("b", means, name), element("span", "quiet", words));
  const rest = columns.length - shown.length;
  const headline =
    `In layer ${focus.layer + 1}, head ${focus.head + 1}, “${asking}” gives ${share(best[0])} of its attention ` +
    `to “${found}”.`;
  section.replaceChildren(
    element("p", "look-headline", headline),
    element("div", "ask-who", head("Query", "means-query", `what “${asking}” looks for`), strip(asks, query)),
    element(
      "div",
      "ask-grid aligned",
      head("Word", "", rest > 0 ? "those that match best" : ""),
      head("Key", "means-key", "what it can be found by"),
      head("Match", "", "how well it answers"),
      head("Value", "means-value", "what it hands over"),
      ...shown.flatMap(line),
    ),
    element(
      "div",
      "ask-result aligned",
      ...spans(`“${asking}” takes`),
      context(token),
      ...spans(`most from “${found}”`),
    ),
  );
}

// A word that finds another one, such as “black” its “dog”.
/** @param {ProjectionsView} view */
export function firstLook(view) {
  const layers = [...Array(view.sizes.encoder_layers).keys()];
  const says = (token, letters) => isWord(token, letters) && !token.joined;
  return surest(view, "encoder", layers, ({ query, key, from, to, weight }) => {
    if (from === to || !says(query, LETTERS.query) || !says(key, LETTERS.key)) return -1;
    return weight + (to > from ? FORWARD : 0);
  });
}
