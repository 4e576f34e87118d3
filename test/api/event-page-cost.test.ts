import { beforeAll, describe, expect, it } from 'vitest';
import { useOwnTable } from '../fixtures/own-table.ts';
import { requestFirstPage, seedGallery } from '../fixtures/seed-gallery.ts';
import { measureTableCost } from '../fixtures/measure-table-cost.ts';

// The function runs in this process, on a table of its own in the running system, which reports capacity.
let small: string;
let large: string;

beforeAll(async () => {
  await useOwnTable('page-cost');
  // Both have more than one page, because each request looks one item ahead.
  [small, large] = [await seedGallery(201), await seedGallery(500)];
}, 120_000);

describe.each(['uploadedAt', 'votes', 'capturedAt'])("a gallery's first page of 200 by %s", (sortBy) => {
  it('costs the same with 500 items as with 201, in requests and in capacity', async () => {
    const options = { sortBy, encoding: 'br' } as const;
    const [few, many] = [
      await measureTableCost(() => requestFirstPage(small, options)),
      await measureTableCost(() => requestFirstPage(large, options)),
    ];
    for (const { result } of [few, many]) expect(result).toMatchObject({ status: 200, hasMore: true });
    expect(many.requests).toEqual(few.requests);
    expect(few.units).toBeGreaterThan(0);
    expect(many.units).toBe(few.units);
  });

  it.each(['br', 'gzip'] as const)('is sent in less than 60 kB as %s', async (encoding) => {
    const { items, sentBytes } = await requestFirstPage(large, { sortBy, encoding });
    expect(items).toHaveLength(200);
    expect(sentBytes).toBeGreaterThan(1000);
    expect(sentBytes).toBeLessThan(60_000);
  });
});
