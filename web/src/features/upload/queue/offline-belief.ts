import type { Network } from './queue-ports.ts';

/** How long to believe a browser that says it is offline. */
const OFFLINE_PROBE_MS = 30_000;

/** Believes a browser that calls itself offline, and tries every half minute whether that is true. */
export class OfflineBelief {
  readonly #network: Pick<Network, 'isOnline'>;
  #untilMs: number | undefined;

  constructor(network: Pick<Network, 'isOnline'>) {
    this.#network = network;
  }

  /** When it is time to try; undefined while there is no doubt of the network. */
  get untilMs(): number | undefined {
    return this.#untilMs;
  }

  /** How many of `limit` files may be under way: none while offline, but one every 30 s to see whether that is true. */
  lanesAt(nowMs: number, { limit, isIdle }: { limit: number; isIdle: boolean }): number {
    const until = this.#untilMs;
    if (this.#network.isOnline() || isIdle) {
      this.#untilMs = undefined;
      return limit;
    }
    const isTimeToTry = until !== undefined && nowMs >= until;
    if (isTimeToTry || until === undefined) this.#untilMs = nowMs + OFFLINE_PROBE_MS;
    return isTimeToTry ? 1 : 0;
  }
}
