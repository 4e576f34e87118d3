/** What guests did and what they were told is true, to be compared with what is found. */
export type Ledger = ReturnType<typeof createLedger>;

const add = (to: Map<string, Set<string>>, key: string, value: string): void =>
  void to.set(key, (to.get(key) ?? new Set()).add(value));

export function createLedger() {
  const sent = new Set<string>();
  const saved = new Map<string, Set<string>>();
  const votes = new Map<string, Set<string>>();
  let voteCount = 0;
  return {
    /** A file is on its way. */
    sent: (name: string): void => void sent.add(name),
    /** A save of a file was answered with an item. */
    saved: (name: string, mediaId: string): void => add(saved, name, mediaId),
    /** A vote was answered. */
    voted(guestId: string, mediaId: string): void {
      voteCount += 1;
      add(votes, mediaId, guestId);
    },
    get voteCount(): number {
      return voteCount;
    },
    wasSent: (name: string): boolean => sent.has(name),
    /** Each saved file with the ids that its saves were answered with: one, or it was doubled. */
    savedFiles: (): ReadonlyMap<string, ReadonlySet<string>> => saved,
    votesFor: (mediaId: string): number => votes.get(mediaId)?.size ?? 0,
    votedItems: (): ReadonlyMap<string, ReadonlySet<string>> => votes,
  };
}
