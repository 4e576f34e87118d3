import type { EventRecord, MediaRecord } from '../../functions/domain/records.ts';
import { newId } from '../../functions/domain/ids.ts';
import { rateLimitOf } from '../../functions/domain/rate-limits.ts';
import { mapConcurrent } from '../../functions/aws/map-concurrent.ts';
import { requireMediaAccess } from '../../functions/table/event-context.ts';
import { keys } from '../../functions/table/keys.ts';
import { getMedia } from '../../functions/table/media.ts';
import { newMembership, putMembership } from '../../functions/table/membership-row.ts';
import { getGuest } from '../../functions/table/people.ts';
import { countCall } from '../../functions/table/rate-limit-windows.ts';
import { countAfterVote, countVotes, rollUpVotes } from '../../functions/table/vote-counts.ts';
import { castVote } from '../../functions/table/votes.ts';
import { eventRecord } from '../fixtures/records.ts';
import { makeMediaRecords, putItems, putRows } from '../fixtures/seed-table.ts';
import { eventRow } from '../fixtures/table-rows.ts';

export type VotingEvent = {
  readonly event: EventRecord;
  readonly items: readonly MediaRecord[];
  readonly guests: readonly string[];
};

/** An event with items, and guests who have a place in it. */
export async function seedVotingEvent(size: { items: number; guests: number }): Promise<VotingEvent> {
  const event = eventRecord({ id: newId('evt') });
  const items = makeMediaRecords(event.id, size.items);
  const guests = Array.from({ length: size.guests }, () => newId('gst'));
  await putItems(items);
  await putRows([
    eventRow(event),
    ...guests.map((id) => ({
      ...keys.guest(id),
      id,
      name: 'Guest',
      email: null,
      tokenHash: 'x',
      createdAt: '2026',
      claimedBy: null,
    })),
    ...guests.map((id) => {
      const person = `guest:${id}` as const;
      const membership = newMembership(event.id, { person, standing: 'guest', since: '2026' });
      return { ...putMembership(event, membership).Put?.Item };
    }),
  ]);
  return { event, items, guests };
}

/** All that the call asks of the table for one vote; no guest votes twice for the same item. */
export async function voteAsCall({ items, guests }: VotingEvent, at: number, now: Date): Promise<void> {
  const guestId = guests[at % guests.length] ?? '';
  const media = items[(at + Math.floor(at / guests.length)) % items.length];
  const limit = rateLimitOf('cast-vote');
  if (!media || !limit) throw new Error('Nothing to vote for.');
  await getGuest(guestId);
  await countCall(limit, { endpointId: 'cast-vote', subject: `guest:${guestId}#` }, now);
  const context = await requireMediaAccess(media.id, { kind: 'guest', guestId });
  await castVote({ media: context.media, voter: `guest:${guestId}` }, now);
  await countAfterVote(media.id, now);
}

/** Rolls up what calls have left, as the job does; what an event has no room for comes again. */
export async function rollUpAll({ items }: VotingEvent, clock: () => Date): Promise<void> {
  let rest = [...items];
  while (rest.length > 0) {
    const left: MediaRecord[] = [];
    await mapConcurrent(rest, 8, async (media) => {
      if (!(await rollUpVotes(media.id, clock()))?.isCurrent) left.push(media);
    });
    rest = left;
  }
}

/** By how much the shards, and the rows that follow them, differ from the votes that were cast. */
export async function countErrors({ items }: VotingEvent, cast: number) {
  let [counted, shown] = [0, 0];
  for (const { id } of items) {
    counted += (await countVotes(id)) ?? 0;
    shown += (await getMedia(id))?.voteCount ?? 0;
  }
  return { miscounted: Math.abs(counted - cast), misshown: Math.abs(shown - cast) };
}
