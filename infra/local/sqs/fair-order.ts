import * as z from 'zod/mini';
import type { MessageStatements } from './message-statements.ts';
import { type InFlight, type NoisyGroups, noisyGroups } from './noisy-groups.ts';

/**
 * In which order a queue's messages are received: those of quiet tenants first, and among noisy ones those of the
 * tenant with the fewest messages in flight. Source: Amazon SQS Developer Guide, "How Amazon SQS fair queues work".
 */
export type FairOrder = {
  /** Whether a message that is sent now waits among those of noisy tenants. */
  sent(queue: string, group: string | null): boolean;
  consumed(queue: string, group: string | null, heldMs: number): void;
  /** The rows of the visible messages that come next. */
  next(queue: string, atMost: number): unknown[];
};

const inFlightRow = z.object({ group_id: z.nullable(z.string()) });

export function fairOrder(statements: MessageStatements, now: () => number): FairOrder {
  const queues = new Map<string, NoisyGroups>();
  const groupsOf = (queue: string): NoisyGroups => {
    const groups = queues.get(queue) ?? noisyGroups(now);
    queues.set(queue, groups);
    return groups;
  };

  function inFlightOf(queue: string): InFlight {
    const rows = statements.listInFlight.all(queue, now()).map((each) => inFlightRow.parse(each));
    const byGroup = new Map<string, number>();
    for (const { group_id: group } of rows)
      if (group !== null) byGroup.set(group, (byGroup.get(group) ?? 0) + 1);
    return { all: rows.length, byGroup };
  }

  return {
    sent(queue, group) {
      if (group === null) return false;
      groupsOf(queue).sent(group);
      return groupsOf(queue).noisy().includes(group);
    },
    consumed: (queue, group, heldMs) => groupsOf(queue).consumed(group, heldMs),
    next(queue, atMost) {
      const inFlight = inFlightOf(queue);
      const isWaiting = (group: string): boolean =>
        statements.findWaiting.get(queue, group, now()) !== undefined;
      const changed = groupsOf(queue).review(inFlight, isWaiting);
      for (const group of changed.noisy) statements.markGroup.run(1, queue, group);
      for (const group of changed.quiet) statements.markGroup.run(0, queue, group);
      const found: unknown[] = statements.listQuiet.all(queue, now(), atMost);
      const own = (group: string): number => inFlight.byGroup.get(group) ?? 0;
      for (const group of groupsOf(queue)
        .noisy()
        .toSorted((one, other) => own(one) - own(other)))
        if (found.length < atMost)
          found.push(...statements.listOfGroup.all(queue, group, now(), atMost - found.length));
      return found;
    },
  };
}
