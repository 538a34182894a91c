// A layer, opened inside the picture: what goes in for the chosen piece, what it looks at, what the layer adds, what
// comes out; and links to the chapters that show all of it.

import { part } from "../../../transport/payload.js";
import { wholeLink } from "../../../widgets/address.js";
import { element, say } from "../../../widgets/elements.js";
import { inks, shades } from "../../../widgets/palette.js";

const MOST = 4; // pieces that are named

/** @param {MachineView} view */
export function opened(view, stack, layer, close) {
  const title = element("h3");
  const body = element("div", "rows");
  const button = element("button", "button", { type: "button", "aria-label": "Close", click: close }, "×");
  const box = element(
    "div",
    `opened ${stack}`,
    { role: "dialog", tabindex: -1, "aria-label": `${stack} layer ${layer + 1}` },
    { keydown: (event) => event.key === "Escape" && close() },
    element("header", "row apart", title, button),
    body,
  );
  const fill = () => {
    const token = stack === "encoder" ? (view.token ?? firstWord(view)) : Math.max(0, view.current);
    const chips = stack === "encoder" ? view.facts.source : view.facts.target;
    say(title, `${stack === "encoder" ? "Encoder" : "Decoder"} layer ${layer + 1}: “${chips[token].text}”`);
    const [before, after] = [layer, layer + 1].map((at) => part(view.tensors[stack], at, token));
    const added = after.map((each, index) => each - before[index]);
    body.replaceChildren(
      line("goes in", strip(view, before)),
      ...looks(view, stack, layer, token),
      line(`adds this, ${Math.round((100 * size(added)) / size(before))}% as long`, strip(view, added)),
      line("comes out", strip(view, after)),
      element("p", "ways flow", ...ways(stack, layer, token)),
    );
  };
  fill();
  return { element: box, fill };
}

const firstWord = ({ facts }) =>
  Math.max(
    0,
    facts.source.findIndex((chip) => chip.text.length > 3 && !chip.special),
  );

const size = (numbers) => Math.sqrt(numbers.reduce((sum, each) => sum + each * each, 0));

const line = (name, ...parts) => element("div", "line aligned", element("span", "hint", name), ...parts);

// All numbers of a vector, one pixel each.
function strip(view, numbers) {
  const { paper, positive, negative } = inks(view.root);
  const limit = (2.5 * size(numbers)) / Math.sqrt(numbers.length) || 1;
  const image = shades(numbers, numbers.length, 1, { limit, paper, below: negative, above: positive });
  const canvas = element("canvas", "strip", { width: numbers.length, height: 1, "aria-hidden": "true" });
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}

function looks(view, stack, layer, token) {
  const kinds =
    stack === "encoder"
      ? [["encoder", "looks at", "source"]]
      : [
          ["decoder", "looks back at", "target"],
          ["cross", `looks at the ${view.facts.reads}`, "source"],
        ];
  return kinds.map(([kind, name, side]) => {
    const weights = [...part(view.tensors[`${kind}.weights`], layer, token)].map((weight, key) => ({ weight, key }));
    const best = weights.sort((one, other) => other.weight - one.weight).slice(0, MOST);
    const bars = best
      .filter(({ weight }) => weight >= 0.01)
      .map(({ weight, key }) =>
        element(
          "span",
          "look",
          { style: `--tone: var(--${kind}); --weight: ${weight.toFixed(3)}` },
          element("b", "", view.facts[side][key].text),
          ` ${Math.round(100 * weight)}%`,
        ),
      );
    return line(name, element("span", "looks flow", ...bars));
  });
}

function ways(stack, layer, token) {
  const kind = stack === "encoder" ? "encoder" : "cross";
  return [
    ["projections", "Queries, keys, values"],
    ["scores", "Scores"],
    ["heads", "Attention heads"],
    ["residual", "Residual stream"],
  ].map(([slug, title]) => way(slug, `${title} →`, { focus: `${kind}.${layer}.mean.${token}` }));
}

// A link to another page about the same sentence.
export function way(slug, title, query = {}) {
  const address = new URL(window.location.href);
  address.pathname = address.pathname.replace(/[^/]*$/, slug);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return element("a", "", { href: wholeLink(address), target: "_self" }, title);
}
