import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { budgetDay, MAX_DAY_BYTES } from '../../functions/downloads/archive-budget.ts';
import { getBudgetUse } from '../../functions/downloads/archive-budget-store.ts';
import { getArchive, listArchives } from '../../functions/downloads/archive-store.ts';
import { REPLACED_AT_ONCE } from '../../functions/downloads/archive-pauses.ts';
import { startArchive } from '../../functions/downloads/start-archive.ts';
import { mediaIdOf, newId } from '../../functions/domain/ids.ts';
import type { EventRecord, MediaRecord } from '../../functions/domain/records.ts';
import { mediaCountsUpdate } from '../../functions/table/counts.ts';
import { transact } from '../../functions/table/dynamo.ts';
import { keys } from '../../functions/table/keys.ts';
import { updateRow } from '../../functions/table/update-row.ts';
import { Client } from '../fixtures/api-client.ts';
import { fetchZip, getDownload, startDownload } from '../fixtures/downloads.ts';
import { readZip } from '../fixtures/read-zip.ts';
import { eventually } from '../fixtures/uploads.ts';
import { newUser } from '../fixtures/new-user.ts';
import { credentials, type Guest, guestQuery, type SignedIn } from '../fixtures/users-and-guests.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem } from '../fixtures/seed-item.ts';
import { seedPhoto } from './downloads-world.ts';
import { passPauses } from './pass-pauses.ts';
import { waitForDownload } from './wait-for-download.ts';

const base = inject('siteUrl');

let host: SignedIn;
let guest: Guest;

beforeAll(async () => {
  // Rows are read, and some are written, directly.
  Object.assign(process.env, inject('environment'));
  [host, guest] = await Promise.all([newUser(base, 'Ada'), seedGuest(base, 'Grace')]);
});

const newEvent = (fields: Partial<EventRecord> = {}): Promise<string> =>
  seedEvent(host, { name: 'Ana & Ben', privacy: 'unlisted', ...fields });

describe('whoever asks, few ZIPs are written', () => {
  it('of a gallery that grows by one photo before every request, at most two', async () => {
    const eventId = await newEvent();
    await seedPhoto(guest, eventId);
    await waitForDownload(new Client(base), eventId);
    const begunAt = Date.now();
    for (let round = 1; round <= 4; round += 1) {
      // What a save adds, and a request some seconds after the one before.
      const media = { id: mediaIdOf(newId('upl')), eventId };
      await transact([mediaCountsUpdate(media, { approved: 1, openChanges: 1 })]);
      const caller = { kind: 'anonymous' } as const;
      await startArchive({ eventId, caller, photoSize: 'full' }, new Date(begunAt + 15_000 * round));
    }
    expect((await listArchives(eventId)).length).toBeLessThanOrEqual(2);
  });

  it('for guests whose own photos wait for approval, none of their own', async () => {
    const eventId = await newEvent({ moderationEnabled: true });
    const uploaders = await Promise.all(['One', 'Two'].map((name) => seedGuest(base, name)));
    for (const uploader of uploaders) await seedItem(uploader, eventId, { status: 'pending' });
    const answers = await Promise.all(
      [...uploaders, new Client(base)].map((client) => startDownload(client, eventId)),
    );
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect(await listArchives(eventId)).toHaveLength(1);
    expect(answers.map(({ json }) => json.ownPending)).toEqual([1, 1, 0]);
  });

  it('for many who ask at once, one', async () => {
    const eventId = await newEvent();
    await seedPhoto(host, eventId);
    await Promise.all(Array.from({ length: 5 }, () => startDownload(new Client(base), eventId)));
    expect(await listArchives(eventId)).toHaveLength(1);
  });
});

const tableName = () => process.env['TABLE_NAME'];

/** As if these bytes had been charged today; tomorrow's budget is used up as well, should midnight pass. */
async function useUpBudget(eventId: string, viewer: string): Promise<void> {
  const now = Date.now();
  for (const at of [now, now + 24 * 3600 * 1000]) {
    const key = keys.archiveBudget({ eventId, viewer, day: budgetDay(new Date(at)) });
    const Item = {
      ...key,
      chargedBytes: MAX_DAY_BYTES,
      chargedAt: new Date(now).toISOString(),
      expiresAtSeconds: Math.ceil(now / 1000) + 90_000,
    };
    await dynamoClient().send(new PutCommand({ TableName: tableName(), Item }));
  }
}

describe("a day's budget", () => {
  it('is charged for every ZIP, and when it is used up hands out the last one, or says from when', async () => {
    const eventId = await newEvent();
    const first = await seedPhoto(host, eventId);
    const { id, totalBytes } = await waitForDownload(guest, eventId);
    const use = await getBudgetUse({ eventId, viewer: 'everyone', photoSize: 'full' }, new Date());
    expect(use.chargedBytes).toBe(totalBytes + 250_000);

    await useUpBudget(eventId, 'everyone');
    await seedPhoto(host, eventId);
    await passPauses(eventId);
    // Twice the items: a plan tells that this is still too much.
    const json = await eventually(async () => {
      const asked = await startDownload(guest, eventId);
      return asked.json.id === id && asked.json;
    });
    expect(json).toMatchObject({ state: 'ready', itemsSince: 1 });
    // An hour after the last one was charged, or tomorrow if that is sooner.
    const waitMs = Date.parse(json.newerFrom ?? '') - Date.now();
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(3600_000);
    // The owner has a budget of her own.
    expect((await waitForDownload(host, eventId)).fileCount).toBe(2);

    await host.delete(`/api/events/${eventId}/media/${first.id}`);
    const refused = await eventually(async () => {
      const asked = await startDownload(guest, eventId);
      return asked.status === 429 && asked;
    });
    expect([refused.status, refused.json.code]).toEqual([429, 'archive_budget']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('refuses what it has no room for once the size is known, and it is not planned again and again', async () => {
    const eventId = await newEvent();
    await seedPhoto(host, eventId);
    await useUpBudget(eventId, 'everyone');
    const { json: begun } = await startDownload(guest, eventId);
    await eventually(
      async () => (await getDownload(guest, { eventId, id: begun.id })).json.state === 'outdated',
    );
    const refused = await startDownload(guest, eventId);
    expect([refused.status, refused.json.code]).toEqual([429, 'archive_budget']);
    expect(await listArchives(eventId)).toMatchObject([{ state: 'failed', plan: undefined }]);
  });
});

it('something is removed again and again: three ZIPs replace another at once, the next has to wait', async () => {
  const eventId = await newEvent();
  const items: MediaRecord[] = [];
  for (let count = 0; count < 3; count += 1) items.push(await seedPhoto(host, eventId));
  const remove = () => host.delete(`/api/events/${eventId}/media/${items.shift()?.id}`);
  const first = await waitForDownload(guest, eventId);
  await remove();
  const { id } = await waitForDownload(guest, eventId);
  expect(id).not.toBe(first.id);
  expect((await getArchive({ eventId, id }))?.replaces).toBe(1);
  // As if it were the third.
  await updateRow(keys.archive({ eventId, id }), {
    UpdateExpression: 'SET replaces = :third',
    ExpressionAttributeValues: { ':third': REPLACED_AT_ONCE },
  });
  await remove();
  const refused = await startDownload(guest, eventId);
  expect([refused.status, refused.json.code]).toEqual([429, 'archive_pause']);
  expect(refused.json.message).toContain('A new one can be made in 1 minute.');
  await passPauses(eventId);
  const next = await startDownload(guest, eventId);
  expect(next.status).toBe(200);
  expect([first.id, id]).not.toContain(next.json.id);
});

describe('somebody who takes back their own photos one after the other', () => {
  it('outdates three ZIPs; then theirs are in none, and what they take back costs nobody a ZIP', async () => {
    const eventId = await newEvent();
    const kept = await seedPhoto(host, eventId);
    const own: MediaRecord[] = [];
    for (let count = 0; count < 4; count += 1) own.push(await seedPhoto(guest, eventId));
    const takeBack = async () => {
      const path = `/api/events/${eventId}/media/${own.shift()?.id}?${guestQuery(guest)}`;
      expect((await guest.delete(path)).status).toBe(204);
    };
    const stranger = new Client(base);
    for (const fileCount of [5, 4]) {
      expect(await waitForDownload(stranger, eventId)).toMatchObject({ fileCount, setAside: 0 });
      await takeBack();
      // As if they had outdated another one between these two.
      await updateRow(keys.membership(eventId, `guest:${guest.guestId}`), {
        UpdateExpression: 'ADD outdatedZips :another',
        ExpressionAttributeValues: { ':another': new Set(['everyone#arc_another']) },
      });
    }
    const ready = await waitForDownload(stranger, eventId);
    expect(ready).toMatchObject({ fileCount: 1, setAside: 2, leftOut: 0, itemsSince: 0 });
    const owners = await waitForDownload(host, eventId);
    expect(owners).toMatchObject({ fileCount: 1, setAside: 2 });

    await takeBack();
    for (const [client, { id }] of [
      [stranger, ready],
      [host, owners],
    ] as const) {
      const { json } = await getDownload(client, { eventId, id });
      expect(json).toMatchObject({ state: 'ready' });
      expect(await readZip(await fetchZip(json.url ?? ''))).toHaveLength(1);
    }
    // What the host removes is out of every ZIP, whoever uploaded it.
    await host.delete(`/api/events/${eventId}/media/${kept.id}`);
    expect((await getDownload(stranger, { eventId, id: ready.id })).json.state).toBe('outdated');
  });

  it('and are then claimed by an account, which takes back one more, have that ZIP outdated', async () => {
    const [eventId, other, account] = [await newEvent(), await seedGuest(base), await newUser(base)];
    const photo = await seedPhoto(other, eventId);
    await account.post(`/api/events/${eventId}/join`);
    const person = `user:${account.userId}` as const;
    const until = new Date(Date.now() + 3600_000).toISOString();
    await updateRow(keys.membership(eventId, person), {
      UpdateExpression: 'SET setAsideUntil = :until',
      ExpressionAttributeValues: { ':until': until },
    });
    const ready = await waitForDownload(guest, eventId);
    expect(ready).toMatchObject({ fileCount: 1, setAside: 0 });
    await account.post('/api/guests/claim', credentials(other));
    const path = `/api/events/${eventId}/media/${photo.id}`;
    await eventually(async () => (await account.delete(path)).status === 204);
    expect((await getDownload(guest, { eventId, id: ready.id })).json.state).toBe('outdated');
  });
});
