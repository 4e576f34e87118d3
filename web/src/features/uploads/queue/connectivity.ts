import type { Network } from './queue-ports.ts';

/** How often to probe while the browser reports offline. */
const OFFLINE_PROBE_MS = 30_000;

/** Consecutive attempts without a response that count as offline, whatever the browser reports. */
const DISCONNECTED_AFTER = 2;

/**
 * Corrects the browser's online state, which can be wrong both ways. While the browser reports offline, one upload every
 * 30 s probes the network, and a response overrides the browser. While it reports online, attempts without a response
 * count as offline.
 */
export class Connectivity {
  readonly #network: Pick<Network, 'isOnline'>;
  #probeAtMs: number | undefined;
  #isOnlineDespiteBrowser = false;
  #unanswered = 0;

  constructor(network: Pick<Network, 'isOnline'>) {
    this.#network = network;
  }

  /** When to probe next; undefined while online. */
  get probeAtMs(): number | undefined {
    return this.#probeAtMs;
  }

  /** Whether uploads have to wait for the network. */
  get isDisconnected(): boolean {
    return (
      this.#unanswered >= DISCONNECTED_AFTER || !(this.#network.isOnline() || this.#isOnlineDespiteBrowser)
    );
  }

  /** Called when the network or the page is back: the next upload may probe at once. */
  recheck(): void {
    if (this.#probeAtMs !== undefined) this.#probeAtMs = 0;
  }

  /** Called on upload progress, which shows that the network works. */
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

  /** How many uploads may run now: `limit`; while offline none, but one every 30 s as a probe. */
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
