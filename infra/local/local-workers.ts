import { availableParallelism } from 'node:os';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';

/**
 * The manifest's functions with no more workers at once than this machine has cores, where they compute: in Lambda each
 * brings its own core, and here more of them would only all be later. SQS's poller needs two.
 */
export function localWorkers(
  rows: readonly FunctionRow[],
  cores = availableParallelism(),
): readonly FunctionRow[] {
  return rows.map((row) => {
    const { trigger, nativePackages } = row;
    if (nativePackages === undefined || trigger.kind !== 'queue') return row;
    const maxConcurrency = Math.min(trigger.maxConcurrency ?? Infinity, Math.max(2, cores));
    return { ...row, trigger: { ...trigger, maxConcurrency } };
  });
}
