// "Guess first": a switch beside a picture. While it is on, the picture's answer is covered, a question is asked, and
// what was guessed is said right or wrong with the model's own number.
//
//   const guess = guessBox({ page: "Attention heads", ask: () => question, changed: () => redraw });
//   place.append(guess.element);
//   guess.show();                       // whenever what is looked at has changed
//   if (guess.covers(question)) …       // then the picture must not draw what the question asks for
//
// A question is { place, sentence, words, options, right, told, onward }: `place` names it among all of its page and
// sentence, `right` is the index of the right option, `told` says the answer with its number, and `onward`, if there is
// one, is { name, go } of a button that leads to the next question. `ask` may return null: nothing to guess here.

import { element } from "./elements.js";
import {
  allGuesses,
  countInWords,
  forgetGuesses,
  guessing,
  guessOf,
  keepGuess,
  namedApart,
  setGuessing,
} from "./guesses.js";
import "./guess.css";

const EXPLAINED = "Cover the answers in the pictures, and guess each before it is shown";

/** @param {{ page: string, ask: () => Question | null, changed: () => void }} wanted */
export function guessBox({ page, ask, changed }) {
  const box = element("section", "guess");
  box.setAttribute("aria-label", "Guess first");
  const button = element("button", "guess-switch", "Guess first");
  button.type = "button";
  button.title = EXPLAINED;
  const tally = element("span", "guess-tally");
  tally.setAttribute("aria-live", "polite");
  const reset = element("button", "guess-quiet", "Count anew");
  reset.type = "button";
  reset.title = "Forget all guesses of this visit";
  const bar = element("div", "guess-bar");
  bar.append(button, tally, reset);
  const card = element("div", "guess-card");
  box.append(bar, card);
  const idOf = (question) => [page, modelInAddress(), question.sentence, question.place].join(" | ");
  const guess = {
    element: box,
    get on() {
      return guessing();
    },
    // Whether its answer must not be seen yet.
    covers: (question) => question !== null && guessing() && guessOf(idOf(question)) === undefined,
    show() {
      const on = guessing();
      button.setAttribute("aria-pressed", String(on));
      const all = allGuesses();
      tally.textContent = on || all.length ? countInWords(all) : "";
      reset.style.display = all.length ? "" : "none";
      const question = on ? ask() : null;
      card.style.display = question ? "" : "none";
      card.replaceChildren(...(question ? asked(question) : []));
    },
  };
  /** @param {Question} question */
  const asked = (question) => {
    const made = guessOf(idOf(question));
    const words = element("p", "guess-question", question.words);
    const options = element("div", "guess-options");
    options.setAttribute("role", "group");
    options.setAttribute("aria-label", "Your guess");
    const names = namedApart(question.options);
    names.forEach((name, at) => {
      const option = element("button", "guess-option", name);
      option.type = "button";
      option.dir = "auto";
      if (made) {
        option.disabled = true;
        option.classList.toggle("right", at === question.right);
        option.classList.toggle("wrong", name === made.guess && at !== question.right);
      }
      option.addEventListener("click", () => settle(question, name));
      options.append(option);
    });
    return made ? [words, options, verdictOn(question, made)] : [words, options, shown(question)];
  };
  const shown = (question) => {
    const skip = element("button", "guess-quiet", "Show me, I do not guess");
    skip.type = "button";
    skip.addEventListener("click", () => settle(question, null));
    return skip;
  };
  const settle = (question, name) => {
    const { words, sentence, right, told } = question;
    const answer = namedApart(question.options)[right];
    keepGuess({ id: idOf(question), page, sentence, question: words, guess: name, answer, told });
    changed();
    card.querySelector(".guess-onward, .guess-verdict")?.focus({ preventScroll: true });
  };
  button.addEventListener("click", () => {
    setGuessing(!guessing());
    changed();
  });
  reset.addEventListener("click", () => {
    forgetGuesses();
    changed();
    button.focus({ preventScroll: true });
  });
  return guess;
}

/**
 * @param {Question} question
 * @param {Guess} made
 */
function verdictOn({ told, onward }, { guess, answer }) {
  const line = element("p", "guess-verdict");
  line.tabIndex = -1;
  line.setAttribute("role", "status");
  const verdict = guess === null ? "Shown." : guess === answer ? "Right." : "Not quite.";
  line.classList.toggle("right", guess === answer);
  line.append(element("b", "", verdict), ` ${told} `);
  if (onward) {
    const button = element("button", "guess-onward", onward.name);
    button.type = "button";
    button.addEventListener("click", onward.go);
    line.append(button);
  }
  return line;
}

function modelInAddress() {
  return new URL(window.location.href).searchParams.get("model") ?? "";
}

const standIns = new WeakMap();

// What must not be seen leaves the page: no screen reader, no tool tip and no search finds it there. It keeps what it
// holds, and comes back where it stood.
/** @param {Element} covered */
export function coverUp(covered, on) {
  const standIn = standIns.get(covered) ?? document.createComment("covered");
  standIns.set(covered, standIn);
  if (on && covered.parentNode) covered.replaceWith(standIn);
  if (!on && standIn.parentNode) standIn.replaceWith(covered);
}
