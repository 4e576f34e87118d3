export type CapacityKind = 'read' | 'write';

/** Units by the table (`table`) and its indexes. */
export type Units = Readonly<Record<string, Readonly<Record<CapacityKind, number>>>>;

/** What the requests of one caller took. */
export type CallerUse = {
  /** Writing transactions that were sent, those that were refused included. */
  readonly transactions: number;
  readonly throttled: number;
  readonly conflicts: number;
  readonly units: Units;
};

export type Counted = Exclude<keyof CallerUse, 'units'>;

type Use = Record<Counted, number> & { units: Record<string, Record<CapacityKind, number>> };

/** Adds up by caller, as far as requests name one. */
export function createCallerUse() {
  let uses: Record<string, Use> = {};
  const useOf = (caller: string): Use =>
    (uses[caller] ??= { transactions: 0, throttled: 0, conflicts: 0, units: {} });

  return {
    charge(caller: string | undefined, of: string, taken: { kind: CapacityKind; units: number }): void {
      if (caller === undefined) return;
      const { units } = useOf(caller);
      (units[of] ??= { read: 0, write: 0 })[taken.kind] += taken.units;
    },
    count(caller: string | undefined, what: Counted): void {
      if (caller !== undefined) useOf(caller)[what] += 1;
    },
    report: (): Readonly<Record<string, CallerUse>> => uses,
    reset: (): void => void (uses = {}),
  };
}
