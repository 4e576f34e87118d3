import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { REMOVE_UNSAVED_MINUTES } from '../../functions/domain/unsaved-uploads.ts';
import { keys } from '../../functions/table/keys.ts';
import { pruneUpload } from '../../functions/uploads/prune-upload.ts';
import { idOf, mediaRecord } from '../fixtures/records.ts';
import { mediaRow } from '../fixtures/table-rows.ts';
import { BUCKET, functionSettings, startTestServer, storedFiles, type TestServer } from './s3-fixture.ts';

const [unsaved, saved, uncopied] = [idOf('upl', 1), idOf('upl', 2), idOf('upl', 3)] as const;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let store: TestServer;
const table = mockClient(DynamoDBDocumentClient);

beforeEach(async () => {
  store = await startTestServer({ keepsVersions: true });
  Object.assign(process.env, {
    ...functionSettings(store),
    TABLE_NAME: 'table',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  });
  table.reset();
  table.on(GetCommand).resolves({});
  const row = { person: 'guest:one', eventId: null, contentType: null, fileSizeBytes: null, issuedAt: '' };
  for (const [id, savedAs] of [
    [unsaved, null],
    [saved, idOf('med', 2)],
    [uncopied, idOf('med', 3)],
  ] as const) {
    table.on(GetCommand, { Key: keys.upload(id) }).resolves({ Item: { ...row, id, savedAs } });
  }
  for (const number of [2, 3]) {
    const media = mediaRecord(number, { state: 'processing' });
    table.on(GetCommand, { Key: keys.media(media.id) }).resolves({ Item: mediaRow(media) });
  }
  table.on(DeleteCommand).resolves({});
});
afterEach(() => store.stop());

const put = (Key: string) => store.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: Key }));

it('what is not saved is gone within a day, old versions included; what waits for its copy stays', async () => {
  const start = Date.now();
  for (const id of [unsaved, unsaved, saved, uncopied]) await put(`incoming/${id}`);
  const { eventId } = mediaRecord(2, {});
  await put(`media/originals/${eventId}/${idOf('med', 2)}`);
  await put('media/open/other');

  const removed = async (minutesBeforeADay: number) => {
    const now = new Date(start + DAY_MS - minutesBeforeADay * MINUTE_MS);
    const counts = [];
    for (const id of [unsaved, saved, uncopied]) counts.push((await pruneUpload(id, now)).removed);
    return counts;
  };
  // What is not the latest version, and the copy of what is saved, are needed at no time.
  expect(await removed(3 * REMOVE_UNSAVED_MINUTES)).toEqual([1, 1, 0]);
  expect(await removed(REMOVE_UNSAVED_MINUTES)).toEqual([1, 0, 0]);

  // Nobody can save it any more, whatever they had begun.
  expect(table.commandCalls(DeleteCommand).map(({ args }) => args[0].input.Key)).toEqual([
    keys.upload(unsaved),
  ]);
  const read = (Key: string) => store.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
  await expect(read(`incoming/${uncopied}`)).resolves.toBeDefined();
  expect((await storedFiles(store.dataDir)).blobs).toHaveLength(3);
});
