// What one can do in a beat: guess, hide a word, knock out a head.

import { choice } from "../../../widgets/choice.js";
import { element } from "../../../widgets/elements.js";
import { CUT, clueText, decoyText, describeHead, HIDE, lastCut, PLAIN, parseHead } from "./shown.js";
import { ballotOf, HIDING, KNOCK, RIDDLE } from "./story.js";

// Puts the beat's controls into their place; the keyboard's focus stays there.
/**
 * @param {HTMLElement} place @param {CaseShown} shown @param {number | undefined} vote
 * @param {{ change: (to: number) => void, guess: (ballot: NonNullable<ReturnType<typeof ballotOf>>, at: number) => void }} does
 */
export function offer(place, shown, vote, does) {
  const had = place.matches(":focus-within");
  place.replaceChildren(...(shown.passage.halted ? partsOf(shown, vote, does) : []));
  const chosen = /** @type {HTMLElement | null} */ (place.querySelector("[aria-checked=true], [aria-pressed=true]"));
  if (had) chosen?.focus({ preventScroll: true });
}

function partsOf(shown, vote, { change, guess }) {
  const { passage, beat } = shown;
  const options = {
    [HIDING]: [
      ...(passage.decoy.length ? [[`hide “${decoyText(passage)}”`, HIDE.decoy]] : []),
      [`hide “${clueText(passage)}”`, HIDE.clue],
    ],
    [KNOCK]: [
      [`without head ${parseHead(shown.case.leader).head + 1}`, CUT.first],
      [`and without ${describeHead(shown.case.understudy)}`, CUT.both],
      ...(lastCut(passage) === CUT.team
        ? [[`without all ${passage.changes[CUT.team].heads.length} that help`, CUT.team]]
        : []),
    ],
  }[beat];
  const ballot = beat === RIDDLE || shown.votes ? ballotOf(shown) : null;
  const buttons = ballot?.options.map((name, at) => {
    const attributes = { type: "button", "aria-pressed": String(vote === at), click: () => guess(ballot, at) };
    return element("button", "button", attributes, name);
  });
  return [
    ...(options ? [choice("", [["as it is", PLAIN], ...options], shown.change, change)] : []),
    ...(ballot && beat !== RIDDLE ? [element("b", "", ballot.words)] : []),
    ...(buttons ?? []),
  ];
}
