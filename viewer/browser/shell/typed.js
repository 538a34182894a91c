// The sentences that a visitor has typed: the server keeps them as long as a visit lasts, this tab beyond a reload.

const TYPED = "glassformer.typed";

/**
 * @param {string[]} typed  what the server knows of, the latest first
 * @param {(typed: string[]) => void} tell  gives the server what only this tab remembers
 */
export function keepTyped(typed, tell) {
  const remembered = JSON.parse(window.sessionStorage.getItem(TYPED) ?? "[]");
  if (typed.length) window.sessionStorage.setItem(TYPED, JSON.stringify(typed));
  else if (remembered.length) tell(remembered);
}
