import type { Timers } from '../timers/timers.ts';
import { withoutItems, type Forward } from './batches.ts';
import { createItemHolds } from './item-holds.ts';
import { transactionCanceled, transactionConflict, transactionInProgress } from './refusals.ts';
import type { TableRequest } from './table-request.ts';
import type { Answer } from './upstream.ts';

/**
 * Refuses what conflicts with a transaction or write under way, and has every one of them take its time. Reads outside
 * of transactions pass: they see what is committed.
 */
export function createConflicts(input: {
  holdMs: number;
  writeHoldMs: number;
  timers: Pick<Timers, 'after'>;
  /** Told of every request that is refused, wholly or in part. */
  onConflict: (request: TableRequest) => void;
  /** Told of every writing transaction that holds its items. */
  onHold: (request: TableRequest) => void;
}): (request: TableRequest, forward: Forward) => Promise<Answer> {
  const { holdMs, writeHoldMs, timers, onConflict, onHold } = input;
  const holds = createItemHolds();

  const refuse = (request: TableRequest, answer: Answer): Answer => {
    onConflict(request);
    return answer;
  };

  /** Items are held for the set time even if the server behind fails. */
  async function forwardFor(milliseconds: number, forward: () => Promise<Answer>): Promise<Answer> {
    const [answer] = await Promise.allSettled([forward(), pause(timers, milliseconds)]);
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  }

  async function transaction(request: TableRequest, forward: Forward): Promise<Answer> {
    const taken = holds.take(request.items, request.input['ClientRequestToken'] as string | undefined);
    if (taken.kind === 'in-progress') return transactionInProgress();
    if (taken.kind === 'conflict') return refuse(request, transactionCanceled(taken.held));
    onHold(request);
    try {
      return await forwardFor(holdMs, () => forward(request));
    } finally {
      taken.release();
    }
  }

  async function write(request: TableRequest, forward: Forward): Promise<Answer> {
    const end = holds.write(request.items);
    try {
      return await forwardFor(writeHoldMs, () => forward(request));
    } finally {
      end();
    }
  }

  return async (request, forward) => {
    const { kind, items } = request;
    if (kind === 'transaction') return transaction(request, forward);
    if (kind === 'write')
      return items.some(holds.isHeld) ? refuse(request, transactionConflict()) : write(request, forward);
    if (kind === 'batch-write') {
      const held = items.map(holds.isHeld);
      if (held.includes(true)) onConflict(request);
      return withoutItems(request, held, (rest) => write(rest, forward));
    }
    if (kind === 'read-transaction') {
      const busy = items.map(holds.isBusy);
      if (busy.includes(true)) return refuse(request, transactionCanceled(busy));
    }
    return forward(request);
  };
}

async function pause(timers: Pick<Timers, 'after'>, milliseconds: number): Promise<void> {
  if (milliseconds === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  timers.after(milliseconds, resolve);
  await promise;
}
