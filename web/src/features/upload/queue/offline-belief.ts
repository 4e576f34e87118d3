import type { Network } from './queue-ports.ts';

/** How long to believe a browser that says it is offline. */
const OFFLINE_PROBE_MS = 30_000;

/** So many tries without any answer in a row mean that there is no network, whatever the browser says. */
const CUT_OFF_AFTER = 2;

/**
 * What to make of a browser's word on its network, which can be wrong both ways: one that calls itself offline is
 * believed, but tried every half minute, and no longer once something was answered; one that calls itself online
 * is not, once nothing is answered.
 */
export class OfflineBelief {
  readonly #network: Pick<Network, 'isOnline'>;
  #untilMs: number | undefined;
  #isDisproved = false;
  #unanswered = 0;

  constructor(network: Pick<Network, 'isOnline'>) {
    this.#network = network;
  }

  /** When it is time to try; undefined while there is no doubt of the network. */
  get untilMs(): number | undefined {
    return this.#untilMs;
  }

  /** Whether files can do nothing but wait. */
  get isCutOff(): boolean {
    return this.#unanswered >= CUT_OFF_AFTER || !(this.#network.isOnline() || this.#isDisproved);
  }

  /** The network or the page is back: what the browser says of it is tried with the next file. */
  doubt(): void {
    if (this.#untilMs !== undefined) this.#untilMs = 0;
  }

  /** Bytes move: a hint as good as the browser's. */
  moved(): void {
    this.#unanswered = 0;
  }

  answered(): void {
    this.#unanswered = 0;
    this.#isDisproved = !this.#network.isOnline();
  }

  unanswered(): void {
    this.#unanswered += 1;
    this.#isDisproved = false;
  }

  /** How many of `limit` files may be under way: none while offline, but one every 30 s to see whether that is true. */
  lanesAt(nowMs: number, { limit, isIdle }: { limit: number; isIdle: boolean }): number {
    const until = this.#untilMs;
    if (this.#network.isOnline() || this.#isDisproved || isIdle) {
      this.#untilMs = undefined;
      return limit;
    }
    const isTimeToTry = until !== undefined && nowMs >= until;
    if (isTimeToTry || until === undefined) this.#untilMs = nowMs + OFFLINE_PROBE_MS;
    return isTimeToTry ? 1 : 0;
  }
}
