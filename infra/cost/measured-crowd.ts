import { tableUnits } from './crowd.ts';
import measured from './measured-crowd.json' with { type: 'json' };

/** Units of the table for each call of a kind: writes to the table itself, writes to its indexes, and reads. */
type Taken = { readonly writes: number; readonly indexes: number; readonly reads: number };

/** What was measured last, as `npm run bench:crowd` prints it; it is put into `measured-crowd.json` by hand. */
export type MeasuredCrowd = {
  /** YYYY-MM-DD; empty while nothing has been measured. */
  readonly asOf: string;
  readonly guests: number;
  /** By run, as in `table-units.json`. */
  readonly calls: Readonly<Record<string, Taken & { readonly count: number }>>;
};

/** A run as a crowd was measured, and in the model: two values if the same call is recorded with and without a roll-up. */
type Compared = {
  readonly run: string;
  readonly measured: Taken & { count: number };
  readonly model: Taken[];
};

/** @returns nothing where nothing was measured. @throws Error for a run that the model does not know */
export function comparedUnits(crowd: MeasuredCrowd): Compared[] {
  return Object.entries(crowd.calls).map(([run, taken]) => {
    const known = [run, `${run}, rolled up`].filter((name) => tableUnits[name] !== undefined);
    if (known.length === 0) throw new Error(`The model has no run "${run}".`);
    return { run, measured: taken, model: known.map(takenBy) };
  });
}

const isOfTable = (name: string): boolean => name.startsWith('table ');

function takenBy(run: string): Taken {
  const all = Object.entries(tableUnits[run] ?? {});
  const sum = (kind: 'read' | 'write', isMeant: (partition: string) => boolean): number =>
    all.reduce((total, [name, units]) => total + (isMeant(name) ? (units[kind] ?? 0) : 0), 0);
  return {
    writes: sum('write', isOfTable),
    indexes: sum('write', (name) => !isOfTable(name)),
    reads: sum('read', () => true),
  };
}

export const measuredCrowd: MeasuredCrowd = measured;
