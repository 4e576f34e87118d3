import type { Timers } from '../timers/timers.ts';
import type { Forward } from './batches.ts';
import type { CapacityMeter } from './capacity-meter.ts';
import { createCapacity } from './throttle-requests.ts';
import { createConflicts } from './conflicts.ts';
import { indexChanges } from './index-changes.ts';
import { createIndexDelay } from './index-delay.ts';
import type { TableFile } from './table-file.ts';
import type { TableRequest } from './table-request.ts';
import type { TableSettings } from './table-settings.ts';
import type { Answer } from './upstream.ts';
import { createWriters } from './current-writers.ts';

/**
 * How the table treats a request: throttled, refused for a conflict, carried out and measured, with what the
 * indexes have not got yet left out.
 */
export function createTableRules(input: {
  file: TableFile | undefined;
  meter: CapacityMeter;
  settings: TableSettings;
  now: () => number;
  timers: Pick<Timers, 'after'>;
}): (request: TableRequest, forward: Forward) => Promise<Answer> {
  const { file, meter, settings, now, timers } = input;
  const conflicts = createConflicts({
    holdMs: settings.holdMs,
    writeHoldMs: settings.writeHoldMs,
    timers,
    onConflict: ({ caller }) => meter.count('conflicts', caller),
    onHold: ({ items }) => meter.hold(items),
  });
  if (file === undefined) return conflicts;
  const writers = createWriters();
  const capacity = createCapacity({ meter, file });
  const indexes = createIndexDelay({ delayMs: settings.indexDelayMs, now });

  /** Whatever has changed, by whomever: a change is noted once. */
  function noteChanges(): void {
    for (const change of file?.changes() ?? [])
      for (const { index, pk, units, isEntry } of indexChanges(change)) {
        meter.charge({ of: index, pk }, { kind: 'write', units }, writers.of(change.id));
        if (isEntry) indexes.note(index, change.id);
      }
  }

  return (request, forward) => {
    const carryOut = async (asked: TableRequest): Promise<Answer> => {
      if (asked.kind === 'query') return indexes.query(asked, (query) => capacity.measure(query, forward));
      const end = writers.begin(asked);
      try {
        const answer = await capacity.measure(asked, forward);
        noteChanges();
        return answer;
      } finally {
        end();
      }
    };
    if (request.kind === 'transaction') meter.count('transactions', request.caller);
    return capacity.throttle(request, (admitted) => conflicts(admitted, carryOut));
  };
}
