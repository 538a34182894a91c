// The card of a finding on a page about one edit: what it does to the translations of other sentences.

import { computeDetached } from "../engine/live/typing.js";
import { element } from "../widgets/elements.js";
import { findingCard } from "../widgets/finding.js";

// Folded, and drawn anew whenever it is opened. `make` says what there is to tell now: `edit` is Python that makes it of
// `sentence`, after the lines `imports`, and `asked` the same for this browser's model; null where it can't.
/** @param {() => EditFinding} make */
export function foldedFinding(make) {
  const toggle = () => place.replaceChildren(...(details.open ? [findingCard(withEffect(make()))] : []));
  const place = element("div");
  const details = element("details", "", { toggle }, element("summary", "", "A card of this finding"), place);
  return details;
}

/** @param {EditFinding} told @returns {Finding} */
function withEffect({ engine, asked, imports = "", edit, model, about = "Your own sentences, one per line", ...told }) {
  const code = (lines) =>
    `import transformer
${imports}model = transformer.load(${JSON.stringify(model)})
result = {}
for sentence in ${JSON.stringify(lines, null, 1)}:
    edit = ${edit}
    both = [model.decode(sentence, transformer.Greedy(), edit=each).text for each in (None, edit)]
    result[sentence] = both, both[0] != both[1]
`;
  const measure = async (sentence, onProgress) => {
    const request = { sentence, needs: [], decode: { kind: /** @type {const} */ ("edited"), ...asked } };
    const made = await computeDetached(engine, request, onProgress);
    if (!made) return ["nothing to translate"];
    const { plain, changed, found } = made.facts;
    return found ? [plain, changed, plain !== changed] : [plain, `has no “${asked.hide}”`];
  };
  const headings = ["sentence", "translation", "with the change", "it changes"];
  return { ...told, about, headings, code, measure: engine && asked ? measure : null };
}
