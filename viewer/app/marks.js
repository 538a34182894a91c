// Attributes that Streamlit's own elements lack: a browser must not translate data, and a phone must not correct what
// the model reads letter by letter.

import { AS_TYPED, setAttributes } from "../widgets/elements.js";
import { memory } from "../widgets/memory.js";

// What `as_is` of viewer/widgets/plain.py writes, and what Streamlit draws of data.
const DATA = ".stMarkdownColoredBackground, .stMarkdownBadge, .stMain code, .stDataFrame, [data-testid=stMetricValue]";
const FIELDS = ".stTextInput input, .stTextArea textarea";
// By a field's key: the language that one writes there, and how a phone capitalises it, if it does.
const KNOWN = {
  sentence: ["source", "sentences"],
  other: ["source", "sentences"],
  prefix: ["target"],
  own: ["target"],
  train_sentence_text: ["en", "sentences"],
  train_reference_text: ["fr"],
  lesson_sentence: ["source", "sentences"],
  lesson_wanted: ["target", "sentences"],
  lesson_watched: ["source", "sentences"],
  join_code: ["", "characters"],
  setup_sentences: ["source", "sentences"],
};

export function markStreamlit() {
  mark();
  new MutationObserver(mark).observe(document.body, { childList: true, subtree: true });
}

function mark() {
  for (const each of document.querySelectorAll(`:is(${DATA}):not([translate])`)) each.setAttribute("translate", "no");
  for (const field of document.querySelectorAll(FIELDS)) {
    const key = Object.keys(KNOWN).find((each) => field.closest(`.st-key-${each}`));
    const [language = "", capitals = "none"] = KNOWN[key] ?? [];
    const lang = memory.languages?.[language] ?? language;
    setAttributes(field, { ...AS_TYPED, autocapitalize: capitals, lang: lang || null });
  }
}
