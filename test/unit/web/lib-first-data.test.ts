import { describe, expect, it } from 'vitest';
import type { FirstData } from '../../../shared/contract/first-data.ts';
import { seedQueries } from '../../../web/src/changes/seed-queries.ts';
import { eventQuery } from '../../../web/src/features/events/queries.ts';
import { mediaQuery } from '../../../web/src/features/gallery/queries.ts';
import { createQueryClient } from '../../../web/src/lib/query-client.ts';
import { userQuery } from '../../../web/src/lib/use-session.ts';

const event = { id: 'evt_a', name: 'Summer' } as NonNullable<FirstData['event']>;
const media = { items: [{ id: 'med_a' }], nextCursor: 'c' } as NonNullable<FirstData['media']>;

describe('data embedded in the page', () => {
  it('is found by the queries that would have fetched it', () => {
    const client = createQueryClient();
    seedQueries(client, { user: null, event, media });
    expect(client.getQueryData(userQuery.queryKey)).toBeNull();
    expect(client.getQueryData(eventQuery('evt_a').queryKey)).toEqual(event);
    const { queryKey } = mediaQuery({ eventId: 'evt_a', sortBy: 'uploadedAt', guest: {} });
    expect(client.getQueryData(queryKey)).toEqual({ pages: [media], pageParams: [null] });
  });

  it('leaves out what is not embedded', () => {
    const client = createQueryClient();
    seedQueries(client, { user: null });
    expect(
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    ).toEqual([userQuery.queryKey]);
  });
});
