import { BatchGetCommand, DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MediaRecord, Membership } from '../../../functions/domain/records.ts';
import { type Archive, newArchive } from '../../../functions/downloads/archive.ts';
import { removalTermsOf, setAsideUploaders } from '../../../functions/downloads/set-aside-uploaders.ts';
import { keys } from '../../../functions/table/keys.ts';
import { newMembership } from '../../../functions/table/membership-row.ts';
import { idOf, mediaRecord } from '../../fixtures/records.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const now = new Date('2026-06-30T18:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3600_000).toISOString();
const contents = { openChanges: 5, openRemovals: 1, heldChanges: 0, heldRemovals: 0 };
const approved = mediaRecord(1, { uploader: `guest:${idOf('gst', 1)}`, status: 'approved' });
const { eventId } = approved;

const member = (change: Partial<Membership> = {}): Membership => ({
  ...newMembership(eventId, { person: approved.uploader, standing: 'guest', since: hoursAgo(30) }),
  ...change,
});

const noted = (outdatedSince: string, ...ids: string[]): Membership =>
  member({ outdatedZips: new Set(ids), outdatedSince });

/** The last ZIP of a kind, as it is ready unless changed. */
function lastIs(viewer: 'everyone' | 'owner', change: Partial<Archive> = {}): void {
  const id = `arc_${viewer}`;
  const archive: Archive = {
    ...newArchive({ id, eventId, viewer, version: { changes: 5, removals: 1 } }, now),
    state: 'ready',
    ...change,
  };
  dynamo
    .on(GetCommand, { Key: keys.lastArchive(eventId, viewer) })
    .resolves({ Item: { archiveId: id } })
    .on(GetCommand, { Key: keys.archive({ eventId, id }) })
    .resolves({ Item: { ...archive, done: undefined, plan: undefined } });
}

const terms = (membership: Membership | undefined = member(), media: MediaRecord = approved) =>
  removalTermsOf({ media, membership, contents }, now);

beforeEach(() => {
  process.env['TABLE_NAME'] = 'table';
  dynamo.reset();
  dynamo.on(GetCommand).resolves({});
});

describe('taking back an item', () => {
  it('is an ordinary removal while nobody has a ZIP, or it is outdated already', async () => {
    expect(await terms()).toEqual({ kind: 'counted' });
    lastIs('everyone', { version: { changes: 4, removals: 0 } });
    expect(await terms()).toEqual({ kind: 'counted' });
    lastIs('everyone', { state: 'failed' });
    expect(await terms()).toEqual({ kind: 'counted' });
  });

  it.each(['ready', 'writing', 'planning'] as const)('is noted with a ZIP that is %s', async (state) => {
    lastIs('everyone', { state });
    expect(await terms()).toEqual({
      kind: 'outdates',
      zips: new Set(['everyone#arc_everyone']),
      since: now.toISOString(),
      until: undefined,
    });
  });

  it('that waits for approval concerns the ZIP of the owner alone, and a rejected one none', async () => {
    lastIs('everyone');
    lastIs('owner');
    const waiting = await terms(member(), { ...approved, status: 'pending' });
    expect(waiting).toMatchObject({ zips: new Set(['owner#arc_owner']) });
    expect(await terms(member(), { ...approved, status: 'rejected' })).toEqual({ kind: 'counted' });
  });

  it('sets the rest aside at the third ZIP of one kind in a day', async () => {
    lastIs('everyone');
    const two = ['everyone#one', 'everyone#two'];
    const until = new Date(now.getTime() + 24 * 3600_000).toISOString();
    expect(await terms(noted(hoursAgo(23), ...two))).toMatchObject({ until, since: undefined });
    expect(await terms(noted(hoursAgo(25), ...two))).toMatchObject({
      until: undefined,
      since: now.toISOString(),
    });
    expect(await terms(noted(hoursAgo(1), 'everyone#one', 'owner#two'))).toMatchObject({ until: undefined });
    // Several at once outdate one ZIP.
    const again = noted(hoursAgo(1), 'everyone#one', 'everyone#arc_everyone');
    expect(await terms(again)).toMatchObject({ until: undefined });
  });

  it('that is set aside outdates nothing, and asks for no ZIP, until its day is over', async () => {
    lastIs('everyone');
    const setAsideUntil = hoursAgo(-1);
    expect(await terms(member({ setAsideUntil }))).toEqual({ kind: 'set-aside', until: setAsideUntil });
    expect(dynamo.commandCalls(GetCommand)).toEqual([]);
    expect(await terms(member({ setAsideUntil: hoursAgo(1) }))).toMatchObject({ kind: 'outdates' });
  });
});

it('a ZIP lacks what is set aside for a little longer than it is', async () => {
  const people = [1, 2, 3, 4].map((number) => `guest:${idOf('gst', number)}` as const);
  const untils = [undefined, hoursAgo(-1), hoursAgo(1 / 60), hoursAgo(1)];
  dynamo.on(BatchGetCommand).resolves({
    Responses: {
      table: people.map((person, at) => ({
        ...keys.membership(eventId, person),
        ...member({ person, setAsideUntil: untils[at] }),
      })),
    },
  });
  const items = [...people, ...people].map((uploader, at) => mediaRecord(at, { uploader }));
  expect(await setAsideUploaders(items, now)).toEqual(new Set([people[1], people[2]]));
});
