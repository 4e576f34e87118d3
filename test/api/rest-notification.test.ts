import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { dynamoClient } from '../../functions/aws/clients.ts';
import type { PersonKey } from '../../functions/domain/caller.ts';
import { mediaIdOf, newId } from '../../functions/domain/ids.ts';
import type { NotificationJob, PushJob, RestJob } from '../../functions/domain/job-messages.ts';
import type { MediaRecord } from '../../functions/domain/records.ts';
import { expectRest, tellOfRest } from '../../functions/notifications/tell-of-rest.ts';
import { forgetRest, restOf } from '../../functions/notifications/rest-store.ts';
import { hashEndpoint } from '../../functions/notifications/subscription-keys.ts';
import { putSubscription } from '../../functions/notifications/subscription-store.ts';
import { vapidDetails } from '../../functions/notifications/vapid.ts';
import { getRow, tableName } from '../../functions/table/dynamo.ts';
import { createEvent, markEventDeleted } from '../../functions/table/events.ts';
import { keys } from '../../functions/table/keys.ts';
import { listMediaPage } from '../../functions/table/media-lists.ts';
import type { TestSubscription } from '../../infra/local/web-push-service/push-service.ts';
import { pushOriginOf, pushServiceAt } from '../fixtures/push-service-client.ts';
import { useOwnTable } from '../fixtures/own-table.ts';
import { eventRecord, mediaRecord } from '../fixtures/records.ts';
import { putPeople } from '../fixtures/seed-people.ts';
import { mediaRow, tallyRow } from '../fixtures/table-rows.ts';
import { eventually } from '../fixtures/uploads.ts';

// The job's work on a table that no worker follows, with the running system's push service and a clock of its own; and,
// last, the running system by its own clock, to which all of this is long ago.

const environment = inject('environment');
const service = pushServiceAt(pushOriginOf(environment));
const START = new Date('2020-06-30T18:00:00.000Z');
const DAY_SECONDS = 24 * 3600;
const hours = (count: number): Date => new Date(START.getTime() + count * 3_600_000);

let event: ReturnType<typeof eventRecord>;
let owner: PersonKey;
let shown: MediaRecord[];

beforeEach(async () => {
  event = eventRecord({ id: newId('evt'), createdBy: randomBytes(8).toString('hex') });
  owner = `user:${event.createdBy}`;
  shown = [];
  await putPeople(owner, 'user:ada');
  await createEvent(event);
});

const put = (Item: Record<string, unknown>) =>
  dynamoClient().send(new PutCommand({ TableName: tableName(), Item }));

/** The rows of an upload at this hour, and the counts that go with it, once lists have it. */
async function addUpload(hour: number, change: Partial<MediaRecord> = {}): Promise<void> {
  const media = mediaRecord(shown.length + 1, {
    id: mediaIdOf(newId('upl')),
    eventId: event.id,
    uploader: 'user:ada',
    uploadedAt: hours(hour).toISOString(),
    ...change,
  });
  // Not in the list of unfinished items.
  const { gsi5pk: _, gsi5sk: __, ...row } = mediaRow(media);
  await put(row);
  shown.push(media);
  for (const [shard] of shown.entries()) {
    const counted = shown.filter((_item, at) => at === shard);
    const { pk } = keys.event(event.id);
    await put({ ...tallyRow(media, {}), pk, sk: `TALLY#${shard}`, ...countsOf(counted) });
  }
  await eventually(async () => (await listed()) === shown.length);
}

/** The same, with what the job that follows notes of it. */
async function upload(hour: number, change: Partial<MediaRecord> = {}): Promise<void> {
  await addUpload(hour, change);
  const kinds = { approved: 'new', pending: 'pending', rejected: undefined } as const;
  const kind = kinds[change.status ?? 'approved'];
  if (kind) await expectRest((await getRow(keys.event(event.id))) ?? {}, jobOf(kind, hours(hour)));
}

const countsOf = (items: readonly MediaRecord[]) => ({
  approved: items.filter(({ status }) => status === 'approved').length,
  pending: items.filter(({ status }) => status === 'pending').length,
});

async function listed(): Promise<number> {
  const statuses = ['approved', 'pending', 'rejected'] as const;
  const { items } = await listMediaPage({
    eventId: event.id,
    scopes: statuses.map((status) => ({ status, ownOnly: false })),
    viewer: undefined,
    order: { sortBy: 'uploadedAt', ascending: true },
    after: undefined,
    limit: 10,
  });
  return items.length;
}

async function subscribe(person: PersonKey): Promise<TestSubscription> {
  const made = await service.subscribe((await vapidDetails()).publicKey);
  const endpointHash = hashEndpoint(made.endpoint);
  await putSubscription({
    ...made,
    eventId: event.id,
    person,
    endpointHash,
    createdAt: START.toISOString(),
  });
  return made;
}

const state = async () => restOf((await getRow(keys.event(event.id))) ?? {});

async function look(now: Date, change: Partial<RestJob> = {}): Promise<PushJob[]> {
  const handedOn: PushJob[] = [];
  await tellOfRest(
    { kind: 'rested', eventId: event.id, restSeconds: DAY_SECONDS, ...change },
    {
      vapid: await vapidDetails(),
      pushOrigins: [pushOriginOf(environment)],
      now,
      resend: async (rest) => void handedOn.push(rest),
    },
  );
  return handedOn;
}

const bodies = async (at: TestSubscription): Promise<string[]> =>
  (await service.messages(at)).map(({ body }) => body);

describe('an event whose uploads rest', () => {
  beforeAll(() => useOwnTable('rest'));
  afterAll(() => {
    Object.assign(process.env, environment);
  });

  it('tells its owner alone, after a day, how much came from how many', async () => {
    const [atOwner, atAda] = [await subscribe(owner), await subscribe('user:ada')];
    await upload(0);
    await upload(1, { uploader: 'guest:ben' });
    await upload(2, { status: 'pending' });
    await upload(3, { status: 'rejected', uploader: 'guest:cleo' });
    await look(hours(26.9));
    expect(await bodies(atOwner)).toEqual([]);
    await look(hours(27));
    expect(await service.messages(atOwner)).toEqual([
      {
        title: event.name,
        body: '3 photos from 2 people',
        url: `/event/${event.id}/numbers`,
        tag: `${event.id}:rested`,
      },
    ]);
    expect(await bodies(atAda)).toEqual([]);
  });

  it('tells once: neither a message again nor a second wave of uploads makes another', async () => {
    const atOwner = await subscribe(owner);
    await upload(0);
    await look(hours(24));
    await look(hours(24));
    await upload(48, { uploader: 'guest:ben' });
    expect(await state()).toBe('told');
    await look(hours(96));
    expect(await bodies(atOwner)).toEqual(['1 photo from 1 person']);
  });

  it('is silent without anything to tell, and waits for its next upload', async () => {
    const atOwner = await subscribe(owner);
    await expectRest((await getRow(keys.event(event.id))) ?? {}, jobOf('pending', START));
    expect(await state()).toBe('awaited');
    await look(hours(24));
    expect(await state()).toBe('not awaited');
    await upload(30);
    await look(hours(54));
    expect(await bodies(atOwner)).toEqual(['1 photo from 1 person']);
  });

  it('is kept for others where the owner alone has tried it, or nobody would be told', async () => {
    await upload(0, { uploader: 'user:ada' });
    await look(hours(24));
    expect(await state()).toBe('not awaited');
    const atOwner = await subscribe(owner);
    shown.splice(0);
    event = eventRecord({ ...event, id: newId('evt') });
    await createEvent(event);
    const atOwnersOther = await subscribe(owner);
    await upload(0, { uploader: owner });
    await look(hours(24));
    expect(await state()).toBe('not awaited');
    await upload(30);
    await look(hours(54));
    expect([await bodies(atOwner), await bodies(atOwnersOther)]).toEqual([[], ['2 photos from 2 people']]);
  });

  it('waits for the event’s day', async () => {
    event = eventRecord({
      ...event,
      id: newId('evt'),
      date: hours(24 * 5)
        .toISOString()
        .slice(0, 10),
    });
    await createEvent(event);
    const atOwner = await subscribe(owner);
    await upload(0);
    await look(hours(24));
    expect(await bodies(atOwner)).toEqual([]);
    // Each day anew: its host may correct it.
    expect(await getRow(keys.event(event.id))).toMatchObject({ gsi5sk: hours(24).toISOString() });
    await look(hours(24 * 6));
    expect(await bodies(atOwner)).toEqual(['1 photo from 1 person']);
  });

  it('is kept for later where all browsers of its owner are gone', async () => {
    const atOwner = await subscribe(owner);
    await upload(0);
    await service.failNext(atOwner, { status: 410, headers: {} });
    await look(hours(24));
    expect(await state()).toBe('not awaited');
  });

  it('is awaited again where a run died that had taken it from the list', async () => {
    await upload(1);
    await forgetRest(event.id, hours(1).toISOString());
    await look(hours(2));
    expect(await state()).toBe('awaited');
  });

  it('is awaited again where an upload comes while it is taken from the list', async () => {
    await upload(1);
    await forgetRest(event.id, hours(0).toISOString());
    expect(await state()).toBe('awaited');
    await forgetRest(event.id, hours(1).toISOString());
    expect(await state()).toBe('not awaited');
  });

  it('is silent once its deletion has begun', async () => {
    const atOwner = await subscribe(owner);
    await upload(0);
    await markEventDeleted(event.id, hours(5));
    expect(await state()).toBe('not awaited');
    await look(hours(24));
    expect(await bodies(atOwner)).toEqual([]);
  });

  it('tells a browser whose service was busy later, and no other again', async () => {
    const [first, second] = [await subscribe(owner), await subscribe(owner)];
    await upload(0);
    await eventually(async () => (await bodies(first)).length === 0);
    await service.failNext(first, { status: 503, headers: {} });
    const [retry] = await look(hours(24));
    expect(retry).toMatchObject({ kind: 'rested', only: { tries: 1 } });
    await look(hours(25), retry as RestJob);
    expect([await bodies(first), await bodies(second)]).toEqual([
      ['1 photo from 1 person'],
      ['1 photo from 1 person'],
    ]);
  });
});

const jobOf = (kind: NotificationJob['kind'], at: Date): NotificationJob => ({
  kind,
  eventId: event.id,
  mediaIds: ['med'],
  at: at.toISOString(),
});

const find = () =>
  fetch(`${inject('invokeUrl')}/find-rested-events`, {
    method: 'POST',
    body: JSON.stringify({ restSeconds: DAY_SECONDS }),
  });

it('the running system notices a first upload, and tells on its schedule', async () => {
  const atOwner = await subscribe(owner);
  await addUpload(0);
  await eventually(async () => (await state()) === 'awaited');
  // The list of events that are due is an index, which may be late.
  await eventually(async () => {
    await find();
    return (await bodies(atOwner)).length > 0;
  });
  await eventually(async () => (await state()) === 'told');
  await find();
  expect(await bodies(atOwner)).toEqual(['1 photo from 1 person']);
});
