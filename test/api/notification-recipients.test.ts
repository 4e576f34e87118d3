import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { PersonKey } from '../../functions/domain/caller.ts';
import type { NotificationJob } from '../../functions/domain/job-messages.ts';
import type { MediaRecord } from '../../functions/domain/records.ts';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { mediaIdOf, newId } from '../../functions/domain/ids.ts';
import { hashEndpoint } from '../../functions/notifications/subscription-keys.ts';
import { notifySubscribers } from '../../functions/notifications/notify-event.ts';
import { vapidDetails } from '../../functions/notifications/vapid.ts';
import { tableName } from '../../functions/table/dynamo.ts';
import { nameCoHost } from '../../functions/table/co-hosts.ts';
import { createEvent, updateEvent } from '../../functions/table/events.ts';
import { joinEvent } from '../../functions/table/memberships.ts';
import { setBlocked } from '../../functions/table/give-up-place.ts';
import { getSubscription, putSubscription } from '../../functions/notifications/subscription-store.ts';
import type { TestSubscription } from '../../infra/local/web-push-service/push-service.ts';
import { pushServiceAt, pushOriginOf } from '../fixtures/push-service-client.ts';
import { useOwnTable } from '../fixtures/own-table.ts';
import { eventRecord, mediaRecord } from '../fixtures/records.ts';
import { mediaRow } from '../fixtures/table-rows.ts';
import { putPeople } from '../fixtures/seed-people.ts';

// Only the job's work, on a table that no worker follows, with the running system's push service and a clock of its own.

const environment = inject('environment');
const service = pushServiceAt(pushOriginOf(environment));
const NOW = new Date('2020-06-30T18:00:00.000Z');
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

const [ada, grace]: [PersonKey, PersonKey] = ['user:ada', 'user:grace'];
let event: ReturnType<typeof eventRecord>;
let number = 0;

beforeAll(() => useOwnTable('notification-recipients'));

beforeEach(async () => {
  event = eventRecord({ id: newId('evt'), createdBy: randomBytes(8).toString('hex') });
  await putPeople(`user:${event.createdBy}`, ada, grace, 'guest:g');
  await createEvent(event);
});

async function addMedia(change: Partial<MediaRecord> = {}): Promise<MediaRecord> {
  const media = mediaRecord((number += 1), {
    id: mediaIdOf(newId('upl')),
    eventId: event.id,
    uploader: ada,
    uploadedAt: NOW.toISOString(),
    ...change,
  });
  // Not in the list of unfinished items.
  const { gsi5pk: _, gsi5sk: __, ...Item } = mediaRow(media);
  await dynamoClient().send(new PutCommand({ TableName: tableName(), Item }));
  return media;
}

async function subscribe(person: PersonKey): Promise<TestSubscription> {
  const made = await service.subscribe((await vapidDetails()).publicKey);
  await putSubscription({
    ...made,
    eventId: event.id,
    person,
    endpointHash: hashEndpoint(made.endpoint),
    createdAt: NOW.toISOString(),
  });
  return made;
}

const isKept = async ({ endpoint }: TestSubscription): Promise<boolean> =>
  (await getSubscription({ eventId: event.id, endpointHash: hashEndpoint(endpoint) })) !== undefined;

const jobOf = (media: readonly MediaRecord[], change: Partial<NotificationJob> = {}): NotificationJob => ({
  kind: 'new',
  eventId: event.id,
  mediaIds: media.map(({ id }) => id),
  at: NOW.toISOString(),
  ...change,
});

/** Does a job. @returns what it handed on */
async function run(job: NotificationJob, change: { now?: Date; isOverdue?: () => boolean } = {}) {
  const handedOn: { job: NotificationJob; delaySeconds: number }[] = [];
  await notifySubscribers(job, {
    vapid: await vapidDetails(),
    pushOrigins: [pushOriginOf(environment)],
    now: NOW,
    isOverdue: () => false,
    resend: async (rest, delaySeconds) => void handedOn.push({ job: rest as NotificationJob, delaySeconds }),
    ...change,
  });
  return handedOn;
}

const bodies = async (at: TestSubscription): Promise<string[]> =>
  (await service.messages(at)).map(({ body }) => body);

describe('an event’s subscribers', () => {
  it('are notified at most once a minute, each of what others have uploaded', async () => {
    const [atAda, atGrace] = [await subscribe(ada), await subscribe(grace)];
    const media = [await addMedia(), await addMedia({ uploader: grace }), await addMedia()];
    await run(jobOf(media));
    await run(jobOf([await addMedia()], { at: later(59).toISOString() }), { now: later(59) });
    await run(jobOf([await addMedia()], { at: later(60).toISOString() }), { now: later(60) });
    expect(await bodies(atGrace)).toEqual(['2 new photos', 'New photo']);
    expect(await bodies(atAda)).toEqual(['New photo']);
  });

  it('are not notified of what is gone, rejected or too old', async () => {
    const atGrace = await subscribe(grace);
    const gone = mediaRecord(1, { id: mediaIdOf(newId('upl')), eventId: event.id, uploader: ada });
    await run(jobOf([gone]));
    await run(jobOf([await addMedia({ status: 'rejected' })]));
    await run(jobOf([await addMedia()]), { now: later(24 * 3600) });
    expect(await bodies(atGrace)).toEqual([]);
    await run(jobOf([gone, await addMedia()]));
    expect(await bodies(atGrace)).toEqual(['New photo']);
  });

  it('are not notified of what they may not see when it is sent', async () => {
    const [atGrace, atGuest] = [await subscribe(grace), await subscribe('guest:g')];
    const atOwner = await subscribe(`user:${event.createdBy}`);
    await joinEvent(event, { userId: 'grace', now: NOW });
    await setBlocked(event.id, { person: grace, isBlocked: true });
    await updateEvent(event, { privacy: 'private', updatedAt: NOW.toISOString() });
    await run(jobOf([await addMedia()]));
    expect(await bodies(atOwner)).toEqual(['New photo']);
    expect([...(await bodies(atGrace)), ...(await bodies(atGuest))]).toEqual([]);
  });

  it('are all reached, page by page, even if one run is not enough', async () => {
    const people = Array.from({ length: 52 }, () => `guest:${newId('gst')}` as const);
    await putPeople(...people);
    const all = await Promise.all(people.map(subscribe));
    const media = [await addMedia()];
    const first = await run(jobOf(media), { isOverdue: () => true });
    expect(first).toEqual([
      { job: { ...jobOf(media), after: expect.stringMatching(/^[0-9a-f]{64}$/) }, delaySeconds: 0 },
    ]);
    // A newer trigger must not stop the rest.
    await run(jobOf([await addMedia({ uploader: grace })], { at: later(90).toISOString() }));
    expect(await run(first[0]?.job ?? jobOf([]))).toEqual([]);
    const told = await Promise.all(all.map(bodies));
    // Once of each photo.
    expect(told.filter((one) => one.join() === 'New photo,New photo')).toHaveLength(people.length);
  });
});

describe('a push service', () => {
  it('that no longer knows a subscription has it deleted', async () => {
    const [ended, alive] = [await subscribe(grace), await subscribe(grace)];
    await service.end(ended);
    expect(await run(jobOf([await addMedia()]))).toEqual([]);
    expect([await isKept(ended), await isKept(alive)]).toEqual([false, true]);
    expect(await bodies(alive)).toEqual(['New photo']);
  });

  it('that no longer knows one is no reason to tell nobody else, even if that cannot be deleted', async () => {
    const [ended, alive] = [await subscribe(grace), await subscribe(grace)];
    await service.end(ended);
    const denied = Object.assign(new Error('Denied.'), { name: 'AccessDeniedException' });
    dynamoClient().middlewareStack.add(
      (next: (args: any) => Promise<any>) => (args: any) =>
        args.input.TransactItems?.[0]?.Delete ? Promise.reject(denied) : next(args),
      { step: 'initialize', name: 'denied' },
    );
    try {
      expect(await run(jobOf([await addMedia()]))).toEqual([]);
    } finally {
      dynamoClient().middlewareStack.remove('denied');
    }
    expect(await bodies(alive)).toEqual(['New photo']);
    expect(await isKept(ended)).toBe(true);
  });

  it('that is busy is asked again for that browser alone, as late as it asked for', async () => {
    const [busy, free] = [await subscribe(grace), await subscribe(grace)];
    await service.failNext(busy, { status: 429, headers: { 'retry-after': '40' } }, { status: 503 });
    const job = jobOf([await addMedia()]);
    const endpointHash = hashEndpoint(busy.endpoint);
    const [again] = await run(job);
    expect(again).toEqual({ job: { ...job, only: { endpointHash, tries: 1 } }, delaySeconds: 40 });
    const [once] = again ? await run(again.job) : [];
    expect(once).toEqual({ job: { ...job, only: { endpointHash, tries: 2 } }, delaySeconds: 30 });
    expect(once && (await run(once.job))).toEqual([]);
    expect(await bodies(busy)).toEqual(['New photo']);
    expect(await bodies(free)).toEqual(['New photo']);
  });

  it('that stays broken is given up, and the subscription kept', async () => {
    const broken = await subscribe(grace);
    await service.failNext(broken, { status: 500 });
    const only = { endpointHash: hashEndpoint(broken.endpoint), tries: 7 };
    expect(await run(jobOf([await addMedia()], { only }))).toEqual([]);
    expect(await isKept(broken)).toBe(true);
  });
});

describe('uploaders', () => {
  it('are notified of their own approved items, and the owner of pending ones', async () => {
    const owner: PersonKey = `user:${event.createdBy}`;
    const [atAda, atGrace, atOwner] = [await subscribe(ada), await subscribe(grace), await subscribe(owner)];
    const approved = [
      await addMedia(),
      await addMedia({ uploader: grace }),
      await addMedia({ uploader: owner }),
    ];
    await run(jobOf(approved, { kind: 'approved' }));
    await run(jobOf([await addMedia({ status: 'pending', uploader: owner })], { kind: 'pending' }));
    await run(jobOf([await addMedia({ status: 'pending' })], { kind: 'pending' }));
    expect(await bodies(atAda)).toEqual(['Your photo was approved']);
    expect(await bodies(atGrace)).toEqual(['Your photo was approved']);
    expect(await bodies(atOwner)).toEqual(['1 photo waits for your approval']);
  });
});

it('each host is notified of the pending items of all others, at most once a minute', async () => {
  const owner: PersonKey = `user:${event.createdBy}`;
  const [atAda, atGrace, atOwner] = [await subscribe(ada), await subscribe(grace), await subscribe(owner)];
  for (const userId of ['ada', 'grace']) await joinEvent(event, { userId, now: NOW });
  await nameCoHost(event, { person: ada, now: NOW });
  for (const uploader of [owner, grace])
    await run(jobOf([await addMedia({ status: 'pending', uploader })], { kind: 'pending' }));
  const waits = '1 photo waits for your approval';
  expect([await bodies(atAda), await bodies(atOwner), await bodies(atGrace)]).toEqual([[waits], [waits], []]);
});

it('a host is not told of what they approved of their own', async () => {
  const [atAda, atGrace] = [await subscribe(ada), await subscribe(grace)];
  const approved = [
    await addMedia({ moderatedBy: 'ada' }),
    await addMedia({ uploader: grace, moderatedBy: 'ada' }),
  ];
  await run(jobOf(approved, { kind: 'approved' }));
  expect([await bodies(atAda), await bodies(atGrace)]).toEqual([[], ['Your photo was approved']]);
});
