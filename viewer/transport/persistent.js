// What the network fails to bring once, it may bring a moment later.

const PAUSES = [500, 2000]; // milliseconds

/**
 * @template Brought
 * @param {(again: string) => Promise<Brought>} attempt  `again` is for the end of an address that failed before: some
 *   browsers remember that a script did
 */
export async function retry(attempt) {
  for (const [times, pause] of PAUSES.entries()) {
    try {
      return await attempt(times ? `?again=${Date.now()}` : "");
    } catch {
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  return attempt(`?again=${Date.now()}`);
}
