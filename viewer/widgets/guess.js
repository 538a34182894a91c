// "Guess first": a switch next to a picture. While it is on, the picture's answer is covered, a question is asked, and
// the guess is judged by the model's own number.
//
//   const guess = guessBox({ page: "Attention heads", ask: () => question, changed: () => redraw });
//   controls.append(guess.switch);      // at the end of the row that steers the picture
//   place.append(guess.card);           // the question and the count, below it
//   guess.show();                       // whenever what is looked at has changed
//   if (guess.covers(question)) …       // then the picture must not draw what the question asks for
//
// A question is { place, sentence, words, options, right, told, onward }: `place` names it among all of its page and
// sentence, `right` is the index of the right option, `told` says the answer with its number, and `onward`, if there is
// one, is { name, go } of a button that leads to the next question. `ask` can return null: nothing to guess here.

import { depthNow } from "./depth.js";
import { element } from "./elements.js";
import {
  allGuesses,
  describeCount,
  distinctNames,
  findGuess,
  forgetGuesses,
  isGuessing,
  keepGuess,
  setGuessing,
} from "./guesses.js";
import "./guess.css";

const EXPLAINED = "Hide the answers and guess first";
const VERDICT = "guess-verdict"; // the id of the verdict

/** @param {{ page: string, ask: () => Question | null, changed: () => void }} wanted */
export function guessBox({ page, ask, changed }) {
  const click = () => {
    setGuessing(!isGuessing());
    changed();
  };
  const button = element("button", "guess-switch", { type: "button", title: EXPLAINED, click }, "Guess first");
  const { card, fill, showCount } = guessCard(() => {
    forgetGuesses();
    changed();
    button.focus({ preventScroll: true });
  });
  const questionId = ({ sentence, place }) => {
    const model = new URL(window.location.href).searchParams.get("model") ?? "";
    return [page, model, sentence, place].join(" | ");
  };
  /** @type {Question | null} */
  let current = null;
  let drawn = "";
  const answer = (name) => {
    const { place, sentence, words, options, right, told } = /** @type {Question} */ (current);
    const guess = { id: questionId({ place, sentence }), page, sentence, question: words, guess: name };
    keepGuess({ ...guess, answer: distinctNames(options)[right], told });
    changed();
    focusFirst(card, ".guess-onward", ".guess-verdict");
  };
  const goOn = () => {
    /** @type {Required<Question>} */ (current).onward.go();
    focusFirst(card, ".guess-option:enabled", ".guess-onward", ".guess-verdict"); // the button that led on is gone
  };
  return {
    switch: button,
    card,
    get on() {
      return isGuessing() && depthNow() !== "look"; // where neither switch nor question is seen
    },
    // Whether its answer must stay hidden.
    covers: (question) => question !== null && isGuessing() && findGuess(questionId(question)) === undefined,
    show() {
      const on = isGuessing();
      button.setAttribute("aria-pressed", String(on));
      current = on ? ask() : null;
      card.classList.toggle("on", current !== null);
      const made = current ? findGuess(questionId(current)) : undefined;
      showCount();
      // A card whose text is the same stays as it is: it may have the focus, or be about to be clicked.
      const wanted = JSON.stringify([current, made]);
      if (wanted === drawn) return;
      drawn = wanted;
      if (!current) fill([], []);
      else if (made) fill(buildOptions(current, made, answer), verdictOn(current, made, goOn));
      else fill(buildOptions(current, made, answer), [showMe(() => answer(null))]);
    },
  };
}

// The question, the verdict, and this visit's count.
/** @param {() => void} forget */
function guessCard(forget) {
  const asked = element("div", "stack");
  const outcome = element("div", "flow centred");
  const tally = element("span", "guess-tally", { "aria-live": "polite" });
  const attributes = { type: "button", title: "Clear all your guesses", click: forget };
  const reset = element("button", "guess-quiet", attributes, "Start over");
  const last = element(
    "div",
    "guess-last flow centred",
    outcome,
    element("div", "guess-count flow centred quiet", tally, reset),
  );
  const card = element("section", "guess", { "aria-label": "Guess first" }, asked, last);
  return {
    card,
    fill(question, came) {
      asked.replaceChildren(...question);
      outcome.replaceChildren(...came);
    },
    showCount() {
      const all = allGuesses();
      tally.textContent = describeCount(all);
      reset.style.display = all.length ? "" : "none";
    },
  };
}

/**
 * @param {Pick<Question, "words" | "options" | "right">} question
 * @param {Pick<Guess, "guess"> | undefined} made
 * @param {(name: string) => void} answer
 */
export function buildOptions(question, made, answer) {
  const buttons = distinctNames(question.options).map((name, at) => {
    const look = made && (at === question.right ? "right" : name === made.guess && "wrong");
    const attributes = { type: "button", dir: "auto", disabled: Boolean(made), click: () => answer(name) };
    return element("button", `guess-option ${look || ""}`, attributes, name);
  });
  const options = element("div", "guess-options flow", { role: "group", "aria-label": "Your guess" }, ...buttons);
  return [element("p", "guess-question", question.words), options];
}

/** @param {() => void} click */
export function showMe(click) {
  return element("button", "guess-quiet", { type: "button", click }, "Just show me");
}

/**
 * @param {Question} question
 * @param {Guess} made
 * @param {() => void} goOn
 */
function verdictOn({ told, onward }, { guess, answer }, goOn) {
  const verdict = guess === null ? "Shown." : guess === answer ? "Right." : "Not quite.";
  const attributes = { id: VERDICT, tabindex: -1, role: "status" };
  const line = element("p", "guess-verdict", attributes, element("b", "", verdict), ` ${told}`);
  if (!onward) return [line];
  // The verdict is read out with the button, which gets the focus.
  const described = { type: "button", "aria-describedby": VERDICT, click: goOn };
  return [line, element("button", "button guess-onward", described, onward.name)];
}

/** @param {Element} place */
export function focusFirst(place, ...selectors) {
  const found = selectors.map((each) => place.querySelector(each)).find((each) => each);
  /** @type {HTMLElement | undefined} */ (found)?.focus({ preventScroll: true });
}

const standIns = new WeakMap();

// Hidden content leaves the page: no screen reader, tooltip or search finds it there. It keeps its content, and returns
// to the same place.
/** @param {Element} covered */
export function coverUp(covered, on) {
  const standIn = standIns.get(covered) ?? document.createComment("covered");
  standIns.set(covered, standIn);
  if (on && covered.parentNode) covered.replaceWith(standIn);
  if (!on && standIn.parentNode) standIn.replaceWith(covered);
}
