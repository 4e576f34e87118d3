import type { VoteState } from '../../changes/vote-changes.ts';

export type VotePorts = {
  cast(mediaId: string): Promise<VoteState>;
  withdraw(mediaId: string): Promise<VoteState>;
  read(mediaId: string): Promise<VoteState>;
  /** Updates the item on the screen. Pending: the server is still to be told. */
  show(mediaId: string, state: VoteState, isPending: boolean): void;
  failed(action: 'cast' | 'withdraw', error: unknown): void;
  /** Whether the error means that the screen was outdated: the vote already exists. */
  isOutdated(error: unknown): boolean;
};

type Entry = { confirmed: VoteState; desired: boolean };

/** The state to show before the server has answered. */
export function optimisticState(confirmed: VoteState, desired: boolean): VoteState {
  if (desired === confirmed.hasVoted) return confirmed;
  return { count: desired ? confirmed.count + 1 : Math.max(0, confirmed.count - 1), hasVoted: desired };
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

  /** @param current the item's state on the screen */
  async toggle(mediaId: string, current: VoteState): Promise<void> {
    const running = this.#entries.get(mediaId);
    const entry = running ?? { confirmed: current, desired: current.hasVoted };
    entry.desired = !entry.desired;
    this.#show(mediaId, entry, true);
    if (running) return;
    this.#entries.set(mediaId, entry);
    await this.#settle(mediaId, entry);
    this.#entries.delete(mediaId);
  }

  async #settle(mediaId: string, entry: Entry): Promise<void> {
    while (entry.desired !== entry.confirmed.hasVoted) {
      const action = entry.desired ? 'cast' : 'withdraw';
      try {
        entry.confirmed = await this.#ports[action](mediaId);
      } catch (error) {
        entry.desired = entry.confirmed.hasVoted;
        this.#show(mediaId, entry);
        this.#ports.failed(action, error);
        if (this.#ports.isOutdated(error)) await this.#reread(mediaId, entry);
        continue;
      }
      this.#show(mediaId, entry);
    }
  }

  #show(mediaId: string, { confirmed, desired }: Entry, isPending = desired !== confirmed.hasVoted): void {
    this.#ports.show(mediaId, optimisticState(confirmed, desired), isPending);
  }

  async #reread(mediaId: string, entry: Entry): Promise<void> {
    const rolledBack = entry.desired;
    try {
      entry.confirmed = await this.#ports.read(mediaId);
      // Keep a tap made in the meantime: it meant the opposite of what was on the screen.
      if (entry.desired === rolledBack) entry.desired = entry.confirmed.hasVoted;
      this.#show(mediaId, entry);
    } catch {
      // Keep the rolled-back state; the next list corrects it.
    }
  }
}
