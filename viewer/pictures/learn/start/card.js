// The tour's card: what a stop says and asks, what came of the guess, and the way to the other stops.

import { element } from "../../../widgets/elements.js";
import { buildOptions, showMe } from "../../../widgets/guess.js";
import { describeCount } from "../../../widgets/guesses.js";
import { pageLink } from "../../../widgets/page_link.js";
import { writeWordDiff } from "../../../widgets/word_diff.js";

const TOO_FEW = "This model knows too few words of your sentence for this question: try another above.";
const COMING = "The question comes in a moment …";

/** @param {TourView} view @param {{stop: Stop, made: Guess | undefined, found: (Guess | undefined)[]}} now */
export function stopCard(view, { stop, made, found }, moves) {
  const { at } = view;
  return [
    steps(view, found, moves),
    element("h3", "", { tabindex: -1, "data-name": "title" }, `${at + 1}. ${stop.title}`),
    element("p", "idea", stop.idea),
    ...(stop.question
      ? buildQuestion(stop, made, moves)
      : [element("p", "", { role: "status" }, stop.waits ? COMING : TOO_FEW)]),
    ...(made ? outcome(view, stop, made, moves) : []),
    foot(
      button("Back", { disabled: at === 0, click: () => moves.go(at - 1) }),
      button(
        at + 1 < found.length ? "Next" : "See what you guessed",
        { click: () => moves.go(at + 1) },
        made || !(stop.question || stop.waits) ? "onward" : "",
      ),
    ),
  ];
}

// What was guessed, stop by stop.
/** @param {TourView} view @param {(Guess | undefined)[]} found */
export function endCard(view, found, moves) {
  const { stops, sentence, alone } = view.facts.tour;
  const made = found.filter((each) => each !== undefined);
  const lines = stops.map((stop, at) => {
    const guess = found[at];
    const other = guess && guess.sentence !== sentence && ` (about “${guess.sentence}”)`;
    return element(
      "li",
      guessMark(guess),
      button(stop.title, { click: () => moves.go(at) }, "quiet"),
      guess && element("span", "asked", guess.question, other),
      element("span", "", guess ? verdict(guess) : "Not guessed yet."),
    );
  });
  return [
    steps(view, found, moves),
    element("h3", "", { tabindex: -1, "data-name": "title" }, `What you guessed: ${describeCount(made)}`),
    element("ol", "guessed", ...lines),
    element(
      "p",
      "ways flow",
      pageLink("embedding", "Walk through the whole model →"),
      !alone && pageLink("training", "Watch a model learn →"),
      !alone && pageLink("exercises", "Exercises →"),
      !alone && pageLink("laboratory", "Change more →"),
    ),
    foot(
      button("Back", { click: () => moves.go(stops.length - 1) }),
      button("Start over", { click: moves.restart }, "quiet"),
    ),
  ];
}

// One button for each stop: where one is, and how each guess was.
/** @param {TourView} view @param {(Guess | undefined)[]} found */
function steps({ at, facts: { tour } }, found, moves) {
  const all = [...tour.stops.map(({ title }) => title), "What you guessed"];
  const buttons = all.map((title, number) =>
    element(
      "button",
      `step ${guessMark(found[number])}`,
      {
        type: "button",
        title,
        "aria-label": `${number + 1} of ${all.length}: ${title}${SAID[guessMark(found[number])] ?? ""}`,
        "aria-current": number === at && "step",
        "data-name": `step ${number}`,
        click: () => moves.go(number),
      },
      number < tour.stops.length ? String(number + 1) : "★",
    ),
  );
  return element("nav", "steps", { "aria-label": "Stops" }, ...buttons);
}

const SAID = { right: ", right", wrong: ", wrong", shown: ", shown" };

/** @param {Guess | undefined} guess */
function guessMark(guess) {
  if (!guess) return "";
  return guess.guess === null ? "shown" : guess.guess === guess.answer ? "right" : "wrong";
}

/** @param {Stop} stop @param {Guess | undefined} made */
function buildQuestion({ question, options, right }, made, moves) {
  const place = made ? options.indexOf(made.answer) : right;
  const parts = buildOptions({ words: question, options, right: place }, made, moves.answer);
  return made ? parts : [...parts, showMe(() => moves.answer(null))];
}

/** @param {TourView} view @param {Stop} stop @param {Guess} made */
function outcome(view, stop, made, moves) {
  return [
    element(
      "p",
      "guess-verdict",
      { tabindex: -1, role: "status", "data-name": "verdict" },
      element("b", "", verdict(made)),
      ` ${made.told}`,
    ),
    lines(captionLines(view, stop), stop.slug === "hide"),
    stop.slug === "hide" && !view.facts.tour.alone && hiding(view, moves),
    stop.page &&
      element(
        "p",
        "ways flow",
        pageLink(stop.page, `${stop.more[0].toUpperCase()}${stop.more.slice(1)} →`, stop.query),
      ),
  ].filter((each) => !!each);
}

/** @param {Guess} made */
function verdict({ guess, answer }) {
  if (guess === null) return `It’s “${answer}”.`;
  return guess === answer ? `Right: it’s “${answer}”.` : `It’s “${answer}”. You chose “${guess}”.`;
}

// Texts with their names; of two that are compared, the words are marked that only one has.
function lines(all, areCompared) {
  if (!all.length) return null;
  const rows = all.map(([name, text], at) => {
    const said = element("dd", "", { dir: "auto" });
    const other = splitWords(all[at ? 0 : 1][1]);
    const isSame = (word) => !areCompared || splitWords(word).every((each) => other.includes(each));
    const pieces = text.split(" ").map((word) => ({ text: `${word} `, same: isSame(word) }));
    writeWordDiff(said, pieces, at ? "ins" : "del");
    return [element("dt", "quiet", name), said];
  });
  return element("dl", "compared", ...rows.flat());
}

const splitWords = (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** @param {TourView} view @param {Stop} stop */
function captionLines({ facts: { tour, passage } }, { slug, lines: own }) {
  if (slug !== "hide" || tour.hidden === null) return own;
  return [
    ["as it is", tour.text],
    [`without “${tour.words[tour.hidden]}”`, passage.translation],
  ];
}

// Every word can be hidden, one at a time.
/** @param {TourView} view */
function hiding({ facts: { tour } }, moves) {
  const buttons = tour.words.map((word, at) =>
    button(word, {
      "aria-pressed": String(tour.hidden === at),
      "data-name": `word ${at}`,
      click: () => moves.hide(tour.hidden === at ? "" : at),
    }),
  );
  return element(
    "div",
    "guess-options flow",
    { role: "group", "aria-label": "Hide a word" },
    "Hide another:",
    ...buttons,
  );
}

const button = (words, attributes, names = "") =>
  element(
    "button",
    names === "quiet" ? "guess-quiet" : `button ${names}`,
    { type: "button", "data-name": words, ...attributes },
    words,
  );

const foot = (...buttons) => element("div", "row apart tour-foot", ...buttons);
