import type { Moment } from './queue-events.ts';

/** How often to probe while the browser reports offline. */
const OFFLINE_PROBE_MS = 30_000;

/** Consecutive attempts without a response that count as offline, whatever the browser reports. */
const DISCONNECTED_AFTER = 2;

/**
 * Corrects the browser's online state, which can be wrong both ways. While the browser reports offline, one upload every
 * 30 s probes the network, and a response overrides the browser. While it reports online, attempts without a response
 * count as offline.
 */
export type NetworkBelief = {
  /** When to probe next; undefined while online. */
  readonly probeAtMs: number | undefined;
  readonly isOnlineDespiteBrowser: boolean;
  /** Consecutive attempts without a response. */
  readonly unanswered: number;
};

export const FIRST_BELIEF: NetworkBelief = {
  probeAtMs: undefined,
  isOnlineDespiteBrowser: false,
  unanswered: 0,
};

/** Whether uploads have to wait for the network. */
export function isOffline(belief: NetworkBelief, isBrowserOnline: boolean): boolean {
  return belief.unanswered >= DISCONNECTED_AFTER || !(isBrowserOnline || belief.isOnlineDespiteBrowser);
}

/** The network or the page is back: the next upload may probe at once. */
export function afterReturn(belief: NetworkBelief): NetworkBelief {
  return belief.probeAtMs === undefined ? belief : { ...belief, probeAtMs: 0 };
}

/** Bytes were sent, which shows that the network works. */
export function afterProgress(belief: NetworkBelief): NetworkBelief {
  return belief.unanswered === 0 ? belief : { ...belief, unanswered: 0 };
}

export function afterAnswer(belief: NetworkBelief, { isOnline }: Moment): NetworkBelief {
  return { ...belief, unanswered: 0, isOnlineDespiteBrowser: !isOnline };
}

export function afterSilence(belief: NetworkBelief): NetworkBelief {
  return { ...belief, unanswered: belief.unanswered + 1, isOnlineDespiteBrowser: false };
}

/** How many uploads may run now: `limit`; while offline none, but one every 30 s as a probe. */
export function allowance(
  belief: NetworkBelief,
  { nowMs, isOnline }: Moment,
  { limit, isIdle }: { limit: number; isIdle: boolean },
): { belief: NetworkBelief; allowed: number } {
  const { probeAtMs } = belief;
  if (isOnline || belief.isOnlineDespiteBrowser || isIdle) {
    return { allowed: limit, belief: probeAtMs === undefined ? belief : { ...belief, probeAtMs: undefined } };
  }
  const isTimeToTry = probeAtMs !== undefined && nowMs >= probeAtMs;
  if (probeAtMs !== undefined && !isTimeToTry) return { belief, allowed: 0 };
  return { belief: { ...belief, probeAtMs: nowMs + OFFLINE_PROBE_MS }, allowed: isTimeToTry ? 1 : 0 };
}
