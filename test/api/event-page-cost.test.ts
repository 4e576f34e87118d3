import { beforeAll, describe, expect, inject, it } from 'vitest';
import { ensureTable } from '../../infra/local/dynamodb/ensure-table.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { requestFirstPage, seedGallery } from '../fixtures/seed-gallery.ts';
import { measureTableCost } from '../fixtures/measure-table-cost.ts';

// The function runs in this process, on a table of its own in the running system, which reports capacity.
let small: string;
let large: string;

beforeAll(async () => {
  const environment = inject('environment');
  process.env['TABLE_NAME'] = 'page-cost';
  const client = localTableClient(environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '');
  await ensureTable({ client, tableName: 'page-cost' });
  client.destroy();
  // Both have more than one page, because each request looks one item ahead.
  [small, large] = [await seedGallery(201), await seedGallery(1000)];
}, 120_000);

describe.each(['uploadedAt', 'votes', 'capturedAt'])("a gallery's first page of 200 by %s", (sortBy) => {
  it('costs the same with 1,000 items as with 201, in requests and in capacity', async () => {
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
