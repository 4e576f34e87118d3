import type { Network } from './queue-ports.ts';

/** How long to believe a browser that says it is offline. */
const OFFLINE_PROBE_MS = 30_000;

/** So many tries without any answer in a row mean that there is no network, whatever the browser says. */
const DISCONNECTED_AFTER = 2;

/**
 * What to make of a browser's word on its network, which can be wrong both ways: one that calls itself offline is
 * believed, but tried every half minute, and no longer once something was answered; one that calls itself online
 * is not, once nothing is answered.
 */
export class Connectivity {
  readonly #network: Pick<Network, 'isOnline'>;
  #probeAtMs: number | undefined;
  #isOnlineDespiteBrowser = false;
  #unanswered = 0;

  constructor(network: Pick<Network, 'isOnline'>) {
    this.#network = network;
  }

  /** When it is time to try; undefined while there is no doubt of the network. */
  get probeAtMs(): number | undefined {
    return this.#probeAtMs;
  }

  /** Whether files can do nothing but wait. */
  get isDisconnected(): boolean {
    return (
      this.#unanswered >= DISCONNECTED_AFTER || !(this.#network.isOnline() || this.#isOnlineDespiteBrowser)
    );
  }

  /** The network or the page is back: what the browser says of it is tried with the next file. */
  recheck(): void {
    if (this.#probeAtMs !== undefined) this.#probeAtMs = 0;
  }

  /** Bytes move: a hint as good as the browser's. */
  bytesMoved(): void {
    this.#unanswered = 0;
  }

  answered(): void {
    this.#unanswered = 0;
    this.#isOnlineDespiteBrowser = !this.#network.isOnline();
  }

  unanswered(): void {
    this.#unanswered += 1;
    this.#isOnlineDespiteBrowser = false;
  }

  /** How many of `limit` files may be under way: none while offline, but one every 30 s to see whether that is true. */
  concurrencyAt(nowMs: number, { limit, isIdle }: { limit: number; isIdle: boolean }): number {
    const probeAtMs = this.#probeAtMs;
    if (this.#network.isOnline() || this.#isOnlineDespiteBrowser || isIdle) {
      this.#probeAtMs = undefined;
      return limit;
    }
    const isTimeToTry = probeAtMs !== undefined && nowMs >= probeAtMs;
    if (isTimeToTry || probeAtMs === undefined) this.#probeAtMs = nowMs + OFFLINE_PROBE_MS;
    return isTimeToTry ? 1 : 0;
  }
}
