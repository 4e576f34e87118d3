import type { Timers } from '../timers/timers.ts';
import { createItemHolds } from './item-holds.ts';
import { json, transactionCanceled, transactionConflict, transactionInProgress } from './refusals.ts';
import type { NamedItem, TableRequest } from './table-request.ts';
import type { Answer } from './upstream.ts';

/** Has the server behind carry a request out, as it came or with another body. */
export type Forward = (input?: object) => Promise<Answer>;

/**
 * Refuses what conflicts with a transaction under way, and has every transaction take its time. Reads pass:
 * they see what is committed.
 */
export function createConflicts({ holdMs, timers }: { holdMs: number; timers: Pick<Timers, 'after'> }) {
  const holds = createItemHolds();

  async function transaction({ items, input }: TableRequest, forward: Forward): Promise<Answer> {
    const taken = holds.take(items, input['ClientRequestToken'] as string | undefined);
    if (taken.kind === 'in-progress') return transactionInProgress();
    if (taken.kind === 'conflict') return transactionCanceled(taken.held);
    try {
      // Both: the items are held for the set time even if the server behind fails.
      const [answer] = await Promise.allSettled([forward(), pause(timers, holdMs)]);
      if (answer.status === 'rejected') throw answer.reason;
      return answer.value;
    } finally {
      taken.release();
    }
  }

  async function write(items: readonly NamedItem[], forward: () => Promise<Answer>): Promise<Answer> {
    const end = holds.write(items);
    try {
      return await forward();
    } finally {
      end();
    }
  }

  /** What is held stays unprocessed; the rest is written. */
  async function batchWrite({ items, input }: TableRequest, forward: Forward): Promise<Answer> {
    const held = items.map(holds.isHeld);
    if (!held.includes(true)) return write(items, forward);
    const requests = input['RequestItems'] as Requests;
    const open = byPosition(requests, (position) => held[position] === true);
    if (!held.includes(false)) return json(200, { UnprocessedItems: open });
    const free = byPosition(requests, (position) => held[position] === false);
    const answer = await write(
      items.filter((_, position) => held[position] === false),
      () => forward({ ...input, RequestItems: free }),
    );
    if (answer.status !== 200) return answer;
    const told = JSON.parse(answer.body.toString()) as { UnprocessedItems?: Requests };
    return json(200, { ...told, UnprocessedItems: joined(told.UnprocessedItems ?? {}, open) });
  }

  return async (request: TableRequest, forward: Forward): Promise<Answer> => {
    const { kind, items } = request;
    if (kind === 'transaction') return transaction(request, forward);
    if (kind === 'batch-write') return batchWrite(request, forward);
    if (kind === 'read-transaction') {
      const busy = items.map(holds.isBusy);
      return busy.includes(true) ? transactionCanceled(busy) : forward();
    }
    return items.some(holds.isHeld) ? transactionConflict() : write(items, forward);
  };
}

type Requests = Readonly<Record<string, readonly object[]>>;

/** Those requests of a batch that are kept, by their position in all of it, without tables that are left empty. */
function byPosition(requests: Requests, isKept: (position: number) => boolean): Requests {
  let next = 0;
  const kept = Object.entries(requests).map(
    ([table, all]) => [table, all.filter(() => isKept(next++))] as const,
  );
  return Object.fromEntries(kept.filter(([, some]) => some.length > 0));
}

function joined(one: Requests, other: Requests): Requests {
  const tables = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(tables.map((table) => [table, [...(one[table] ?? []), ...(other[table] ?? [])]]));
}

async function pause(timers: Pick<Timers, 'after'>, milliseconds: number): Promise<void> {
  if (milliseconds === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  timers.after(milliseconds, resolve);
  await promise;
}
