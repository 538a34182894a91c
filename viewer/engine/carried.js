// Text that our vocabularies can't spell bypasses the model: transformer/text/carried.py in the browser. An emoji, a
// pound sign or an address becomes a name that the models copy reliably, and replaces that name in what they write.

import { singleSpaces } from "./cleaning.js";
import { hasWord, IS_WORD, isAscii, isUpper, LATIN, WORD } from "./rules.js";

const HERE = "\ue000"; // replaces a name until the text is spelled

/** @type {EngineCarried} */
export const NOTHING_CARRIED = { names: [], before: "", after: "", left_out: [], whole: false };

// The rest of a text with names in the places that `Carrier.takeOut` has marked.
/** @param {EngineCarried} carried @param {string} rest */
export function namePlaceholders({ names }, rest) {
  return names.reduce((text, [name]) => text.replace(HERE, name), rest);
}

// What a truncated text carries: the names that are still in it.
/** @param {EngineCarried} carried @param {string} text @returns {EngineCarried} */
export function keepWithin(carried, text) {
  return { ...carried, names: carried.names.filter(([name]) => text.includes(name)), after: "" };
}

// A translation with all units put back; if the model did not copy a unit's name, the unit goes to the end.
/** @param {Rules} rules @param {EngineCarried} carried @param {string} said */
export function putBack(rules, { names, before, after, whole }, said) {
  if (whole) return names[0][1];
  for (const [name, unit] of names) {
    const alone = rules.written[name];
    const grown = new RegExp(`(?<!${WORD})${name}(?=(?!\\p{Nd})${WORD})`, "gu"); // with another word, as in German
    if (said.search(alone) >= 0) said = said.replace(alone, () => unit);
    else if (said.search(grown) >= 0) said = said.replace(grown, () => `${unit} `);
    else {
      const [{ 0: signs, index }] = said.matchAll(rules.all("last_signs"));
      said = `${said.slice(0, index)} ${unit}${signs}`.trim();
    }
  }
  return before + said + after;
}

export class Carrier {
  /**
   * @param {Rules} rules
   * @param {string[]} vocabulary the model's tokens, which can spell the letters among them
   * @param {string} source the language it reads: figures bypass it if that is English, and their way is known in the
   * @param {string} [target] language
   */
  constructor(rules, vocabulary, source, target = "") {
    this.rules = rules;
    const letters = vocabulary.filter((token) => LATIN.test(token));
    const signs = [...rules.signs].filter((sign) => vocabulary.includes(sign));
    const spelled = [...letters.join(""), ...signs, ..."0123456789 "];
    const strange = `[^${spelled.map((each) => `\\u{${each.codePointAt(0)?.toString(16)}}`).join("")}]`;
    this.hint = rules.about("hint", strange);
    this.unit = rules.about("unit", strange);
    this.writing = source === "en" ? rules.writing[target] : undefined;
    this.target = target;
  }

  // The rest of a text for the model to read, with places marked for `namePlaceholders`, and what bypasses the model.
  /** @param {string} text cleaned, in its plain spelling @returns {[string, EngineCarried]} */
  takeOut(text) {
    if (text.search(this.hint) < 0) return [text, NOTHING_CARRIED]; // most texts
    const { plain, units, leftOut } = this.cut(text);
    const { rewritten, stand_ins: standIns, like } = this.rules;
    const isCode = this.rules.finds("code", text);
    if (isCode || (units.length && !plain.some(hasWord))) {
      const isFigure = !isCode && units.every(([kind]) => rewritten.includes(kind));
      const [name] = Object.keys(standIns.name);
      const written = this.written(isFigure ? "number" : "name", text);
      return [HERE, { ...NOTHING_CARRIED, names: [[name, written]], whole: true }];
    }
    if (!units.length) return [plain[0], { ...NOTHING_CARRIED, left_out: leftOut }];
    let [before, after] = ["", ""];
    if (this.leads(plain[0], units[0][1], plain[1])) {
      const rest = plain[1].trimStart();
      before = plain[0] + this.written(...units.splice(0, 1)[0]) + plain[1].slice(0, plain[1].length - rest.length);
      plain.splice(0, 2, rest);
    }
    const last = units.at(-1);
    if (last && this.follows(plain.slice(0, -1).join(""), last[1], plain[plain.length - 1])) {
      after = ` ${this.written(...last)}`;
      units.pop();
      const [begin, end] = plain.splice(-2);
      plain.push(begin.trimEnd() + end.trim());
    }
    /** @type {[string, string][]} */
    const names = [];
    const small = text.toLowerCase();
    let rest = plain[0];
    for (const [number, [kind, unit]] of units.entries()) {
      const written = this.written(kind, unit);
      const used = new Set(names.map(([name]) => name));
      const choices = Object.keys(standIns[this.writing ? (like[kind] ?? kind) : "name"]);
      const name = choices.find((each) => !used.has(each) && !small.includes(each.toLowerCase()));
      if (name) names.push([name, written]);
      else after += ` ${written}`;
      rest += name ? apart(rest, HERE, plain[number + 1]) : plain[number + 1];
    }
    return [singleSpaces(this.rules, rest), { names, before, after, left_out: leftOut, whole: false }];
  }

  // A figure in the way of the target language: 1,234.5 is 1 234,5 in French.
  written(/** @type {string} */ kind, /** @type {string} */ unit) {
    if (!this.writing || !this.rules.rewritten.includes(kind)) return unit;
    const [comma, point, letters] = this.writing;
    for (const [pattern, replacement] of this.rules.replaced[this.target]) unit = unit.replace(pattern, replacement);
    unit = unit.replace(this.rules.all("clock"), (_, hour, minutes, half) => this.ofTheDay(hour, minutes, half));
    const signLast = unit.replace(this.rules.all("sign_first"), "$2$1").replace(this.rules.all("sign_last"), "\u202f");
    return signLast
      .replace(this.rules.all("english_number"), (found) =>
        found.replace(/[.,]/g, (sign) => (sign === "," ? comma : point)),
      )
      .replace(this.rules.all("letters"), letters);
  }

  // An English time on the clock of 24 hours.
  ofTheDay(/** @type {number} */ hour, /** @type {string | undefined} */ minutes, /** @type {string} */ half) {
    const [alone, between, after] = this.rules.hours[this.target];
    const hours = (hour % 12) + (/p/i.test(half) ? 12 : 0);
    return minutes ? `${hours}${between}${minutes}${after}` : `${hours}${alone}`;
  }

  // The text around the units, with one stretch more than units; their kinds and they; the characters left out.
  cut(/** @type {string} */ text) {
    const plain = [""];
    /** @type {[kind: string, unit: string][]} */
    const units = [];
    const leftOut = [];
    let end = 0;
    for (const found of text.matchAll(this.unit)) {
      plain.push(plain.pop() + text.slice(end, found.index));
      end = found.index + found[0].length;
      const english = withoutAccents(this.rules, found[0]);
      const [kind] = Object.entries(found.groups ?? {}).find(([, group]) => group !== undefined) ?? ["name"];
      const unit = found[0].trimEnd();
      const last = units.at(-1);
      if (kind === "out") leftOut.push(found[0]);
      else if (!this.writing && this.rules.english_only.includes(kind)) plain.push(plain.pop() + found[0]);
      else if (english !== null) plain.push(plain.pop() + english);
      else if (last && !this.rules.begins("line", last[1]) && /^[ ,;]*$/.test(plain[units.length])) {
        if (last[0] !== kind) last[0] = "name"; // adjacent ones are one
        last[1] += plain.splice(-1, 1, "")[0] + unit;
      } else {
        units.push([kind, unit]);
        plain.push("");
      }
    }
    plain.push(plain.pop() + text.slice(end));
    return { plain, units, leftOut };
  }

  // Whether a unit comes before the sentence rather than in it.
  leads(/** @type {string} */ before, /** @type {string} */ unit, /** @type {string} */ after) {
    if (hasWord(before) || !hasWord(after)) return false;
    if (this.rules.begins("line", unit)) return true;
    const [, following = ""] = after.match(new RegExp(`^[^\\p{L}\\p{N}_]*(${WORD}*)`, "u")) ?? [];
    return this.isWord(unit) ? isUpper([...following][0] ?? "") : !this.rules.needy.has(following.toLowerCase());
  }

  // Whether a unit comes after the sentence rather than in it.
  follows(/** @type {string} */ before, /** @type {string} */ unit, /** @type {string} */ after) {
    if (hasWord(after) || !hasWord(before)) return false;
    if (this.rules.finds("ends", before)) return true;
    const last = before.match(new RegExp(`${WORD}+`, "gu"))?.at(-1) ?? "";
    return !this.isWord(unit) && !this.rules.needy.has(last.toLowerCase());
  }

  isWord(/** @type {string} */ unit) {
    return hasWord(unit) && !this.rules.begins("face", unit); // :D is none
  }
}

// An English word without its accents: naïve is naive. null if there is no such word.
function withoutAccents(/** @type {Rules} */ rules, /** @type {string} */ word) {
  if (!IS_WORD.test(word)) return null;
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "");
  return isAscii(plain) && rules.isEnglish(plain).every(Boolean) ? plain : null;
}

// A unit and what follows it, with a space where a letter would touch it.
function apart(/** @type {string} */ before, /** @type {string} */ unit, /** @type {string} */ after) {
  const touches = (/** @type {string | undefined} */ sign) => (sign !== undefined && hasWord(sign) ? " " : "");
  return touches([...before].at(-1)) + unit + touches([...after][0]) + after;
}
