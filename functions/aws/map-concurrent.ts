/**
 * Runs `work` over items, at most `count` at once. An item that fails ends one of the `count` runners; the
 * others go on with what is left, and then its error is thrown.
 */
export async function mapConcurrent<T>(
  items: Iterable<T>,
  count: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  const results = await Promise.allSettled(Array.from({ length: count }, worker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
