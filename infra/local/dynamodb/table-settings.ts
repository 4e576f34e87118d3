/** How hard the table is on its callers. */
export type TableSettings = {
  /** Milliseconds that a transaction takes at least, and holds every item that it names. */
  readonly holdMs: number;
  /** Milliseconds that a single write takes at least, and keeps transactions off its item. */
  readonly writeHoldMs: number;
  /** Milliseconds for which an index lacks what has come into it. */
  readonly indexDelayMs: number;
};

/** What the local system has where nothing else is asked for. */
const DEFAULTS: TableSettings = { holdMs: 10, writeHoldMs: 2, indexDelayMs: 10 };

/**
 * The settings of an environment: `TABLE_HOLD_MS`, `TABLE_WRITE_HOLD_MS`, `TABLE_INDEX_DELAY_MS`.
 * @throws Error with one sentence if one is no whole number
 */
export function tableSettings(given: NodeJS.ProcessEnv): TableSettings {
  return {
    holdMs: milliseconds(given, 'TABLE_HOLD_MS', DEFAULTS.holdMs),
    writeHoldMs: milliseconds(given, 'TABLE_WRITE_HOLD_MS', DEFAULTS.writeHoldMs),
    indexDelayMs: milliseconds(given, 'TABLE_INDEX_DELAY_MS', DEFAULTS.indexDelayMs),
  };
}

function milliseconds(given: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = given[name];
  if (text === undefined || text === '') return otherwise;
  if (!/^\d{1,5}$/.test(text)) throw new Error(`${name} must be whole milliseconds, and it is "${text}".`);
  return Number(text);
}
