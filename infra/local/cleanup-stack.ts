/** Things that were opened and must be closed, in reverse order. */
export type CleanupStack = {
  /** Registers how to close something, and returns it. */
  readonly add: <T>(thing: T, close: (thing: T) => unknown) => T;
  /** Closes everything. A failure does not keep the rest from being closed. */
  readonly close: () => Promise<void>;
};

/** @param log called with each failure to close */
export function createCleanupStack(log: (line: string) => void): CleanupStack {
  const closers: (() => unknown)[] = [];
  return {
    add(thing, close) {
      closers.push(() => close(thing));
      return thing;
    },
    async close() {
      for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) {
        try {
          await closer();
        } catch (error) {
          log(`Something did not close: ${String(error)}`);
        }
      }
    },
  };
}
