import { beforeAll, expect, inject, it } from 'vitest';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { mediaIdOf, newId } from '../../functions/domain/ids.ts';
import { getRow } from '../../functions/table/dynamo.ts';
import { keys, paymentsOf } from '../../functions/table/keys.ts';
import { MEDIA_COUNT_SHARDS } from '../../functions/table/shards.ts';
import { createMedia } from '../../functions/table/media.ts';
import { createUpload } from '../../functions/table/uploads.ts';
import { ensureTable } from '../../infra/local/dynamodb/ensure-table.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { deliverDeletion } from '../fixtures/event-deletion-job.ts';
import { createEventBeingDeleted } from '../fixtures/event-being-deleted.ts';
import { eventRecord, mediaRecord } from '../fixtures/records.ts';
import { rowsNaming } from '../fixtures/person-rows.ts';
import { putRows } from '../fixtures/seed-table.ts';
import { putPeople } from '../fixtures/seed-people.ts';

// The job and the saves run in this process, on a table that no worker follows.
beforeAll(async () => {
  process.env['TABLE_NAME'] = 'saves-during-deletion';
  const client = localTableClient(inject('environment')['AWS_ENDPOINT_URL_DYNAMODB'] ?? '');
  await ensureTable({ client, tableName: 'saves-during-deletion' });
  client.destroy();
});

/** Saves of one deletion are this many requests apart: each request meets one in one of as many deletions. */
const STEP = 4;

const now = new Date();

/** An event that took saves until its deletion began a moment ago. */
async function createEvent() {
  const deleted = await createEventBeingDeleted({ items: 1, people: 1, files: 0 });
  const shards = Array.from({ length: MEDIA_COUNT_SHARDS }, (_, shard) => shard);
  await putRows(shards.map((shard) => ({ ...keys.mediaCounts(deleted.eventId, shard), isOpen: true })));
  return deleted;
}

/** The rest of a save whose call had seen the event before the deletion began. */
async function save(eventId: string) {
  const [uploadId, guestId] = [newId('upl'), newId('gst')];
  const uploader = `guest:${guestId}` as const;
  const upload = { id: uploadId, person: uploader, eventId, contentType: null, fileSizeBytes: 3 };
  await createUpload({ ...upload, issuedAt: now.toISOString(), savedAs: null });
  await putPeople(uploader);
  const newcomer = { event: eventRecord({ id: eventId }), person: { kind: 'guest', guestId }, now } as const;
  const media = mediaRecord(1, { id: mediaIdOf(uploadId), eventId, uploader });
  const saved = { id: uploadId, eTag: '"e"', versionId: undefined };
  return { media, uploadId, refusal: await createMedia(media, saved, newcomer) };
}

/** Deletes an event, and saves before every `STEP`th of the deletion's requests, from this one on. */
async function deleteWithSaves(first: number, eventId: string) {
  let made = 0;
  let isSaving = false;
  const saves: ({ request: number } & Awaited<ReturnType<typeof save>>)[] = [];
  dynamoClient().middlewareStack.add(
    (next) => async (args) => {
      if (isSaving) return next(args);
      const request = made;
      made += 1;
      if (request % STEP === first) {
        isSaving = true;
        saves.push({ request, ...(await save(eventId)) });
        isSaving = false;
      }
      return next(args);
    },
    { step: 'initialize', name: 'save', override: true },
  );
  expect(await deliverDeletion(eventId)).toBe(true);
  dynamoClient().middlewareStack.remove('save');
  return saves;
}

it('a save at any moment of the deletion is refused, or its item is deleted with the rest', async () => {
  const refusals = new Set();
  for (let first = 0; first < STEP; first += 1) {
    const event = await createEvent();
    const saves = await deleteWithSaves(first, event.eventId);
    expect(saves.length).toBeGreaterThan(5);
    for (const { request, media, refusal } of saves) {
      refusals.add(refusal);
      expect({ request, left: await getRow(keys.media(media.id)) }).toEqual({ request, left: undefined });
    }
    // Whoever came at the very end is found by the second pass.
    expect(await deliverDeletion(event.eventId, { again: true })).toBe(true);
    const kept = [paymentsOf(event.eventId), ...saves.map(({ uploadId }) => keys.upload(uploadId).pk)];
    const left = (await rowsNaming([event.eventId])).filter((row) => !kept.includes(row.split(' ')[0] ?? ''));
    expect({ first, left }).toEqual({ first, left: [] });
  }
  expect(refusals).toEqual(new Set([undefined, 'event-gone']));
}, 120_000);
