export type VoteState = { readonly count: number; readonly hasVoted: boolean };

export type VotePorts = {
  cast(mediaId: string): Promise<VoteState>;
  withdraw(mediaId: string): Promise<VoteState>;
  read(mediaId: string): Promise<VoteState>;
  /** Puts a state before the voter's eyes. */
  show(mediaId: string, state: VoteState): void;
  failed(act: 'cast' | 'withdraw', error: unknown): void;
  /** Whether a refusal says that what is shown was not true: the vote is there already. */
  isOutdated(error: unknown): boolean;
};

type Entry = { known: VoteState; wanted: boolean };

/** What a vote looks like before it is answered. */
export function optimisticState(known: VoteState, wanted: boolean): VoteState {
  if (wanted === known.hasVoted) return known;
  return { count: wanted ? known.count + 1 : Math.max(0, known.count - 1), hasVoted: wanted };
}

/**
 * Votes that show at once and roll back where they fail. Calls of one item go one after the other, and only
 * until the server holds what was wanted last: ten quick taps are one or two calls, never a race.
 */
export class OptimisticVotes {
  readonly #ports: VotePorts;
  readonly #entries = new Map<string, Entry>();

  constructor(ports: VotePorts) {
    this.#ports = ports;
  }

  /** @param shown the item as it is shown now */
  async toggle(mediaId: string, shown: VoteState): Promise<void> {
    const running = this.#entries.get(mediaId);
    const entry = running ?? { known: shown, wanted: shown.hasVoted };
    entry.wanted = !entry.wanted;
    this.#ports.show(mediaId, optimisticState(entry.known, entry.wanted));
    if (running) return;
    this.#entries.set(mediaId, entry);
    await this.#settle(mediaId, entry);
    this.#entries.delete(mediaId);
  }

  async #settle(mediaId: string, entry: Entry): Promise<void> {
    while (entry.wanted !== entry.known.hasVoted) {
      const act = entry.wanted ? 'cast' : 'withdraw';
      try {
        entry.known = await this.#ports[act](mediaId);
      } catch (error) {
        entry.wanted = entry.known.hasVoted;
        this.#ports.show(mediaId, entry.known);
        this.#ports.failed(act, error);
        if (this.#ports.isOutdated(error)) await this.#reread(mediaId, entry);
        continue;
      }
      this.#ports.show(mediaId, optimisticState(entry.known, entry.wanted));
    }
  }

  async #reread(mediaId: string, entry: Entry): Promise<void> {
    const rolledBack = entry.wanted;
    try {
      entry.known = await this.#ports.read(mediaId);
      // A tap in the meantime is kept: it meant the opposite of what was shown.
      if (entry.wanted === rolledBack) entry.wanted = entry.known.hasVoted;
      this.#ports.show(mediaId, optimisticState(entry.known, entry.wanted));
    } catch {
      // The roll-back stands; the next list tells the truth.
    }
  }
}
