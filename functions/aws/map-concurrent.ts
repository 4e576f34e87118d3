/** Works through items, so many at once; the first error ends it when what runs has ended. */
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
