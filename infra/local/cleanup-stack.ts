/** Things that were opened and must be closed, the last one first. */
export type CleanupStack = {
  /** Notes how to close something, and gives it back. */
  readonly add: <T>(thing: T, close: (thing: T) => unknown) => T;
  /** Closes everything. One that fails to close does not keep the others from it. */
  readonly close: () => Promise<void>;
};

/** @param log told of what failed to close. */
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
