// Keeps what the visitor has typed and answered, on pages that do not show it. A component of its own, which is never
// seen, because it changes with every sentence.

import { keepAnswers } from "../widgets/answers.js";
import { keepTyped } from "../widgets/typed.js";

export default function typed({ data, setTriggerValue }) {
  keepTyped({ data, setTriggerValue });
  keepAnswers({ data, setTriggerValue });
}
