import { beforeAll, expect, inject, it } from 'vitest';
import { objects, table } from '../../functions/platform/clients.ts';
import { handler as deleteEventContents } from '../../functions/jobs/delete-event-contents.ts';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { markEventDeleted } from '../../functions/table/events.ts';
import { credentials, newGuest, signIn } from '../fixtures/people.ts';
import { eventually, jpegFile, upload } from '../fixtures/uploads.ts';

const base = inject('siteUrl');
const ITEMS = 24;

// The job runs in this process, against the running system's own table and store, so that it can be killed
// between any two of its requests.
beforeAll(() => {
  Object.assign(process.env, inject('environment'), { POWERTOOLS_DEV: 'false' });
});

class Killed extends Error {}

/** Lets this many requests through, and kills the job at the next one. */
function killAfter(requests: number): () => void {
  let left = requests;
  const kill = (next: (args: any) => Promise<any>) => (args: any) => {
    left -= 1;
    if (left < 0) throw new Killed('killed');
    return next(args);
  };
  const options = { step: 'initialize', name: 'kill', override: true } as const;
  table().middlewareStack.add(kill, options);
  objects().middlewareStack.add(kill, options);
  return () => {
    table().middlewareStack.remove('kill');
    objects().middlewareStack.remove('kill');
  };
}

const message = (eventId: string) => ({
  Records: [
    { messageId: '1', body: JSON.stringify({ eventId }), attributes: { ApproximateReceiveCount: '1' } },
  ],
});
const context = { getRemainingTimeInMillis: () => 300_000 };

it('an event whose deletion is killed again and again, at ever later steps, is gone in the end', async () => {
  const host = await signIn(base);
  const guest = await newGuest(base);
  const event = (await host.post('/api/events', { name: 'Doomed', privacy: 'public' })).json;
  const items: any[] = [];
  for (let seed = 0; seed < ITEMS; seed += 1) items.push(await upload(guest, event.id, await jpegFile(seed)));
  for (const { id } of items.slice(0, 5)) await guest.post(`/api/media/${id}/vote`, credentials(guest));
  await eventually(async () => {
    const { json } = await host.get(`/api/events/${event.id}/media`);
    return json.every((item: any) => item.state === 'ready');
  });

  await markEventDeleted(event.id, new Date());
  let kills = 0;
  for (let requests = 1; ; requests += 3) {
    const revive = killAfter(requests);
    const { batchItemFailures } = await deleteEventContents(message(event.id) as never, context);
    revive();
    if (batchItemFailures.length === 0) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(0);
  expect((await host.get(`/api/events/${event.id}`)).status).toBe(404);

  const Bucket = process.env['MEDIA_BUCKET'];
  for (const prefix of ['originals', 'open', 'held']) {
    const { Contents = [] } = await objects().send(
      new ListObjectsV2Command({ Bucket, Prefix: `media/${prefix}/${event.id}/` }),
    );
    expect(Contents).toEqual([]);
  }
  const rows = await table().send(
    new QueryCommand({
      TableName: process.env['TABLE_NAME'],
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `EVENT#${event.id}` },
    }),
  );
  expect(rows.Items).toEqual([]);
  expect((await host.get(`/api/media/${items[0].id}/votes`)).status).toBe(404);
}, 180_000);
