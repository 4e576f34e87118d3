import { quotas } from '../../quotas/quotas.ts';
import { stages } from '../../stages/stages.ts';
import {
  createCallerUse,
  type CallerUse,
  type CapacityKind,
  type Counted,
  type Units,
} from './caller-use.ts';
import { createHeldItems, type HeldItem } from './most-held-items.ts';
import type { NamedItem } from './table-request.ts';

/** A partition of the table or of an index, by its key. */
export type Partition = { readonly of: string; readonly pk: string };

/** What one partition takes in a second. */
export const UNITS_PER_SECOND: Readonly<Record<CapacityKind, number>> = {
  read: quotas.partitionReadUnits.value,
  write: quotas.partitionWriteUnits.value,
};

/** What the table, and each of its indexes, takes in a second from the start. */
export type Warmth = Readonly<Record<'table' | 'index', Readonly<Record<CapacityKind, number>>>>;

const WARMTH: Warmth = {
  table: {
    read: quotas.warmReadUnits.value,
    write: stages.prod.warmWriteUnits ?? quotas.warmWriteUnits.value,
  },
  index: { read: quotas.warmReadUnits.value, write: quotas.warmWriteUnits.value },
};

export type MeteredPartition = Partition & {
  readonly kind: CapacityKind;
  /** Units in all. */
  readonly units: number;
  /** Units of its busiest second. */
  readonly peakUnits: number;
  readonly peakAt: string;
};

export type MeterReport = {
  readonly since: string;
  /** Writing transactions that were sent, those that were refused included. */
  readonly transactions: number;
  /** Requests that were throttled, wholly or in part. */
  readonly throttled: number;
  /** Requests that conflicted with a transaction, wholly or in part. */
  readonly conflicts: number;
  /** Units of the table and of each index. */
  readonly units: Units;
  /** The partitions that came nearest to what they take in a second, hottest first. */
  readonly hottest: readonly MeteredPartition[];
  /** The items that most transactions held, most first. */
  readonly mostHeld: readonly HeldItem[];
  /** What was taken by each caller that requests named. */
  readonly callers: Readonly<Record<string, CallerUse>>;
};

export type CapacityMeter = ReturnType<typeof createCapacityMeter>;

const HOTTEST = 20;
/** With more partitions than this, the coolest are forgotten. */
const REMEMBERED = 50_000;
const KEPT = 1000;

type Entry = Partition & {
  readonly kind: CapacityKind;
  units: number;
  second: number;
  unitsInSecond: number;
  peakUnits: number;
  peakSecond: number;
};

const idOf = ({ of, pk }: Partition, kind: CapacityKind): string => `${kind} ${of} ${pk}`;

/** Counts units by partition and second of the clock. */
export function createCapacityMeter({ now, warmth = WARMTH }: { now: () => number; warmth?: Warmth }) {
  let entries = new Map<string, Entry>();
  let full = new Set<Entry>();
  let totals: Record<string, Record<CapacityKind, number>> = {};
  let counts = NONE;
  let since = now();
  const callers = createCallerUse();
  const held = createHeldItems();

  /** Units of the table and of each index in the second in which they were last asked for. */
  const seconds = new Map<string, { second: number; units: number }>();

  const currentSecond = (): number => Math.floor(now() / 1000);

  function chargeWhole(of: string, { kind, units }: { kind: CapacityKind; units: number }): void {
    const [id, second] = [`${kind} ${of}`, currentSecond()];
    const known = seconds.get(id);
    seconds.set(id, { second, units: (known?.second === second ? known.units : 0) + units });
  }

  function isWholeUsedUp(of: string, kind: CapacityKind): boolean {
    const known = seconds.get(`${kind} ${of}`);
    return (
      known?.second === currentSecond() && known.units >= warmth[of === 'table' ? 'table' : 'index'][kind]
    );
  }

  function forgetCool(): void {
    const hot = [...entries].toSorted(([, one], [, other]) => shareOf(other) - shareOf(one));
    const second = currentSecond();
    entries = new Map(hot.filter(([, entry], at) => at < KEPT || entry.second === second));
  }

  return {
    charge(partition: Partition, taken: { kind: CapacityKind; units: number }, caller?: string): void {
      const { kind, units } = taken;
      const second = currentSecond();
      const id = idOf(partition, kind);
      const entry = entries.get(id) ?? { ...partition, kind, ...UNUSED };
      entry.unitsInSecond = (entry.second === second ? entry.unitsInSecond : 0) + units;
      entry.second = second;
      entry.units += units;
      if (entry.unitsInSecond > entry.peakUnits)
        Object.assign(entry, { peakUnits: entry.unitsInSecond, peakSecond: second });
      if (entry.unitsInSecond >= UNITS_PER_SECOND[kind]) full.add(entry);
      entries.set(id, entry);
      if (entries.size > REMEMBERED) forgetCool();
      chargeWhole(partition.of, taken);
      (totals[partition.of] ??= { read: 0, write: 0 })[kind] += units;
      callers.charge(caller, partition.of, taken);
    },
    /** Whether nothing is left of the current second, of the partition or of all that it is one of. */
    isUsedUp(partition: Partition, kind: CapacityKind): boolean {
      if (isWholeUsedUp(partition.of, kind)) return true;
      const entry = full.size === 0 ? undefined : entries.get(idOf(partition, kind));
      return entry?.second === currentSecond() && entry.unitsInSecond >= UNITS_PER_SECOND[kind];
    },
    /** The partitions of indexes whose current second has no writes left. */
    usedUpIndexes(): Partition[] {
      const second = currentSecond();
      for (const entry of full) if (entry.second !== second) full.delete(entry);
      return [...full].filter(({ of, kind }) => of !== 'table' && kind === 'write');
    },
    /** Whether all partitions of an index together take no more writes in the current second. */
    isIndexUsedUp: (index: string): boolean => isWholeUsedUp(index, 'write'),
    count(what: Counted, caller?: string): void {
      counts = { ...counts, [what]: counts[what] + 1 };
      callers.count(caller, what);
    },
    /** Notes that a writing transaction holds these items. */
    hold: (items: readonly NamedItem[]): void => held.add(items),
    report(): MeterReport {
      const hottest = [...entries.values()].toSorted((one, other) => shareOf(other) - shareOf(one));
      return {
        since: new Date(since).toISOString(),
        ...counts,
        units: totals,
        hottest: hottest.slice(0, HOTTEST).map(({ of, pk, kind, units, peakUnits, peakSecond }) => ({
          of,
          pk: withoutAddress(pk),
          kind,
          units,
          peakUnits,
          peakAt: new Date(peakSecond * 1000).toISOString(),
        })),
        mostHeld: held.report().map((item) => ({ ...item, pk: withoutAddress(item.pk) })),
        callers: callers.report(),
      };
    },
    reset(): void {
      [entries, full, totals] = [new Map(), new Set(), {}];
      seconds.clear();
      counts = NONE;
      since = now();
      callers.reset();
      held.reset();
    },
  };
}

const NONE: Readonly<Record<Counted, number>> = { transactions: 0, throttled: 0, conflicts: 0 };
const UNUSED = { units: 0, second: 0, unitsInSecond: 0, peakUnits: 0, peakSecond: 0 };

const shareOf = ({ kind, peakUnits }: Entry): number => peakUnits / UNITS_PER_SECOND[kind];

/** A rate limit's key may end with a network address, which is nobody's business. */
const withoutAddress = (pk: string): string => pk.replace(/^(LIMIT#[^#]*)#.*$/, '$1#…');
