export type VoteState = { readonly count: number; readonly hasVoted: boolean };

export type VotePorts = {
  cast(mediaId: string): Promise<VoteState>;
  withdraw(mediaId: string): Promise<VoteState>;
  read(mediaId: string): Promise<VoteState>;
  /** Updates the item on the screen. */
  show(mediaId: string, state: VoteState): void;
  failed(act: 'cast' | 'withdraw', error: unknown): void;
  /** Whether the error means that the screen was outdated: the vote already exists. */
  isOutdated(error: unknown): boolean;
};

type Entry = { known: VoteState; wanted: boolean };

/** The state to show before the server has answered. */
export function optimisticState(known: VoteState, wanted: boolean): VoteState {
  if (wanted === known.hasVoted) return known;
  return { count: wanted ? known.count + 1 : Math.max(0, known.count - 1), hasVoted: wanted };
}

/**
 * Votes that show at once and roll back on failure. An item's calls run one at a time until the server has the state of
 * the last tap: ten quick taps are one or two calls, never a race.
 */
export class OptimisticVotes {
  readonly #ports: VotePorts;
  readonly #entries = new Map<string, Entry>();

  constructor(ports: VotePorts) {
    this.#ports = ports;
  }

  /** @param shown the item's state on the screen */
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
      // Keep a tap made in the meantime: it meant the opposite of what was on the screen.
      if (entry.wanted === rolledBack) entry.wanted = entry.known.hasVoted;
      this.#ports.show(mediaId, optimisticState(entry.known, entry.wanted));
    } catch {
      // Keep the rolled-back state; the next list corrects it.
    }
  }
}
