import * as z from 'zod/mini';
import type { MediaStatus } from '../../shared/contract/entities.ts';
import { mediaType } from '../../shared/values/media-types.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { MediaCounts, Membership } from '../domain/records.ts';
import { mediaInStatus } from '../table/index-keys.ts';
import { lookAtPeople } from '../table/look-at-people.ts';
import { HOLDS_PLACE } from '../table/membership-row.ts';
import { queryRows } from '../table/query-rows.ts';
import { type CountedItem, type CountedPerson, MOST_COUNTED } from './tally.ts';

const countedRow = z.object({
  uploader: z.custom<PersonKey>((value) => typeof value === 'string'),
  uploadedAt: z.string(),
  mimeType: z.string(),
});

/** An event's approved items and those that wait, in the order of time by status, at most `MOST_COUNTED`. */
export async function listCounted(eventId: string, counts: MediaCounts): Promise<CountedItem[]> {
  const approved = await listInStatus(eventId, 'approved', MOST_COUNTED);
  const room = MOST_COUNTED - approved.length;
  if (counts.pending === 0 || room === 0) return approved;
  return [...approved, ...(await listInStatus(eventId, 'pending', room))];
}

async function listInStatus(eventId: string, status: MediaStatus, limit: number): Promise<CountedItem[]> {
  const rows = await queryRows(
    {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': mediaInStatus(eventId, status) },
      // An item's row is long, and of ten thousand little is counted.
      ProjectionExpression: 'uploader, uploadedAt, mimeType',
    },
    limit,
  );
  return rows.map((row) => {
    const { uploader, uploadedAt, mimeType } = countedRow.parse(row);
    return { uploader, uploadedAt, isVideo: mediaType(mimeType)?.kind === 'video' };
  });
}

/** How many people one request looks at: what fits into an answer of the table. */
const LOOKED_AT = 1000;

/** Who has a place in an event, or has sent something: about as many as its rooms hold. */
export async function listCountedPeople(eventId: string): Promise<CountedPerson[]> {
  const people: CountedPerson[] = [];
  let after: PersonKey | undefined;
  do {
    const found = await lookAtPeople(
      eventId,
      { after, limit: LOOKED_AT },
      { expression: `${HOLDS_PLACE} OR uploadCount > :none`, values: { ':yes': true, ':none': 0 } },
    );
    people.push(...found.people.map(countedPerson));
    after = found.last;
  } while (after !== undefined);
  return people;
}

const countedPerson = (membership: Membership): CountedPerson => ({
  person: membership.person,
  since: membership.hasPlace && membership.standing !== 'owner' ? membership.since : undefined,
  hasSent: membership.uploadCount > membership.discardedCount,
});
