import assert from "node:assert/strict";
import test from "node:test";
import { keepOneEntryPerPage } from "../../viewer/app/history.js";
import { onAddressChange, trackSent, wholeLink } from "../../viewer/widgets/address.js";

// A window with a history as browsers keep it, with entries that can be read.
function historyAt(address) {
  globalThis.window = /** @type {any} */ (new EventTarget());
  const entries = [address];
  const at = () => entries.at(-1);
  const methods = {
    pushState: (_state, _unused, url) => entries.push(new URL(url, at()).href),
    replaceState: (_state, _unused, url) => entries.splice(-1, 1, new URL(url, at()).href),
  };
  return { entries, at, history: Object.create(methods, { state: { value: null } }) };
}

const HOME = "http://here/?sentence=Hi&beam=6&alpha=1.1";

test("a page that is left keeps its whole address, and what the next does not know is no entry", () => {
  const { entries, at, history } = historyAt(HOME);
  keepOneEntryPerPage(history, at);
  history.pushState(null, "", "/?sentence=Hi");
  history.pushState(null, "", "/start?sentence=Hi");
  history.pushState(null, "", "/start");
  assert.deepEqual(entries, [HOME, "http://here/start"]);
});

test("what is taken out without leaving the page stays out", () => {
  const { entries, at, history } = historyAt(HOME);
  let time = 0;
  keepOneEntryPerPage(history, at, () => time);
  history.pushState(null, "", "/?sentence=Hi");
  time = 5000;
  history.pushState(null, "", "/steps?sentence=Hi");
  assert.deepEqual(entries, ["http://here/?sentence=Hi", "http://here/steps?sentence=Hi"]);
});

test("a step within a page is an entry, a setting is none", () => {
  const { entries, at, history } = historyAt(HOME);
  keepOneEntryPerPage(history, at);
  history.pushState(null, "", "/?sentence=Hi&beam=7");
  history.pushState(null, "", "/?sentence=Hi&beam=7&roads=1.2");
  history.pushState(null, "", "/?sentence=Hi&beam=8&roads=1.2");
  assert.deepEqual(entries, ["http://here/?sentence=Hi&beam=7", "http://here/?sentence=Hi&beam=8&roads=1.2"]);
});

test("a second time changes nothing, and every change is told", () => {
  const { entries, at, history } = historyAt(HOME);
  let told = 0;
  const stop = onAddressChange(() => {
    told += 1;
  });
  keepOneEntryPerPage(history, at);
  keepOneEntryPerPage(history, at);
  history.pushState(null, "", "/other");
  history.replaceState(null, "", "/other?alpha=2");
  stop();
  history.replaceState(null, "", "/other");
  assert.equal(told, 2);
  assert.equal(entries.length, 2);
});

test("an answer to what was chosen before the last choice is known as such, for a while", () => {
  let time = 0;
  const told = trackSent(() => time);
  assert.ok(!told.isOvertaken(0.5));
  told.add(0.5);
  assert.ok(!told.isOvertaken(0.5));
  told.add(2);
  assert.ok(told.isOvertaken(0.5));
  assert.ok(!told.isOvertaken(2) && !told.isOvertaken(1));
  told.add(0.5); // chosen again
  assert.ok(!told.isOvertaken(0.5));
  assert.ok(told.isOvertaken(2));
  time = 3000; // on the way back in the browser's history
  assert.ok(!told.isOvertaken(2));
});

test("a link ends in a letter, and says the same", () => {
  const said = (address) => new URL(address).searchParams.get("sentence");
  for (const sentence of ["I love you.", "Who?", "(so)", "it's'", "a, b,", "a*", "b_", "c-", "d ", "~", "“q”"]) {
    const link = wholeLink(new URL(`http://here/?${new URLSearchParams({ sentence })}`));
    assert.match(link, /[A-Z0-9]$/i);
    assert.equal(said(link), sentence);
  }
  const kept = ["http://here/", "http://here/?sentence=", "http://here/heads?sentence=a.&depth=look", "?a=1&"];
  for (const address of kept) assert.equal(wholeLink(address), address);
  const { entries, at, history } = historyAt(HOME);
  keepOneEntryPerPage(history, at);
  history.pushState(null, "", "/?sentence=Hi.");
  assert.deepEqual(entries, ["http://here/?sentence=Hi%2E"]);
});
