/** A tenant is noisy above this share of the messages in flight or of the consumers' time. */
const NOISY_SHARE = 0.1;
/** The least messages of its own that a tenant has in flight where their share makes it noisy. */
const NOISY_IN_FLIGHT = 30;
/** For how long a noisy tenant has sent nothing before it is quiet again. */
const CALM_MS = 300_000;
/** What "recent" means for the consumers' time: the document does not say. */
const RECENT_MS = 300_000;

/** How many messages of each group are in flight; those without a group only count in `all`. */
export type InFlight = { readonly all: number; readonly byGroup: ReadonlyMap<string, number> };

/**
 * Which message groups of one queue are noisy neighbours, as SQS's fair queues tell it.
 * Source: Amazon SQS Developer Guide, "How Amazon SQS fair queues work". A message without a group is a tenant of
 * its own, and so never noisy.
 */
export type NoisyGroups = {
  sent(group: string): void;
  /** A consumer has deleted a message that it held for so long; `group` is null for one without a group. */
  consumed(group: string | null, heldMs: number): void;
  noisy(): string[];
  /**
   * Looks again which groups are noisy.
   * @param isWaiting whether any message of a group waits
   * @returns the groups whose messages have changed sides
   */
  review(inFlight: InFlight, isWaiting: (group: string) => boolean): { noisy: string[]; quiet: string[] };
};

export function noisyGroups(now: () => number): NoisyGroups {
  const noisy = new Set<string>();
  const lastSentMs = new Map<string, number>();
  const held = recentTimes(now);

  function exceeds(group: string, { all, byGroup }: InFlight): boolean {
    const own = byGroup.get(group) ?? 0;
    if (own >= NOISY_IN_FLIGHT && own > NOISY_SHARE * all) return true;
    return held.of(group) > NOISY_SHARE * held.all();
  }

  const silent = (group: string): boolean => now() - (lastSentMs.get(group) ?? 0) >= CALM_MS;

  return {
    sent(group) {
      lastSentMs.set(group, now());
    },
    consumed(group, heldMs) {
      held.add(group, heldMs);
    },
    noisy: () => [...noisy],
    review(inFlight, isWaiting) {
      held.forgetOld();
      const quiet = [...noisy].filter((group) => !isWaiting(group) || silent(group));
      for (const group of quiet) noisy.delete(group);
      for (const group of lastSentMs.keys()) if (silent(group)) lastSentMs.delete(group);
      const found = [...new Set([...inFlight.byGroup.keys(), ...held.groups()])].filter(
        (group) => !noisy.has(group) && exceeds(group, inFlight) && isWaiting(group) && !silent(group),
      );
      for (const group of found) noisy.add(group);
      return { noisy: found, quiet };
    },
  };
}

/** How long consumers held messages lately, in all and by group. */
function recentTimes(now: () => number) {
  const times: { group: string | null; heldMs: number; atMs: number }[] = [];
  const byGroup = new Map<string | null, number>();
  let all = 0;
  const count = (group: string | null, ms: number): void => {
    all += ms;
    const sum = (byGroup.get(group) ?? 0) + ms;
    if (sum > 0) byGroup.set(group, sum);
    else byGroup.delete(group);
  };
  return {
    add(group: string | null, heldMs: number) {
      times.push({ group, heldMs, atMs: now() });
      count(group, heldMs);
    },
    forgetOld() {
      const kept = times.findIndex(({ atMs }) => atMs > now() - RECENT_MS);
      for (const { group, heldMs } of times.splice(0, kept < 0 ? times.length : kept)) count(group, -heldMs);
    },
    of: (group: string) => byGroup.get(group) ?? 0,
    all: () => all,
    groups: () => [...byGroup.keys()].filter((group) => group !== null),
  };
}
