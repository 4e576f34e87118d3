import { DeleteObjectsCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { uploadIdOf } from '../../../functions/domain/ids.ts';
import { incomingKey, originalKey } from '../../../functions/storage/object-keys.ts';
import { keys } from '../../../functions/table/keys.ts';
import { pruneUpload } from '../../../functions/uploads/prune-upload.ts';
import { mediaWorld } from '../../fixtures/media-world.ts';
import { mediaRecord } from '../../fixtures/records.ts';

const world = mediaWorld();
const now = new Date('2026-06-30T18:00:00Z');

it.each([
  ['waits for its original keeps its file', 'processing', false, 0],
  ['has its original does not need its file', 'processing', true, 1],
  // It would be looked at in every run, for as long as the bucket keeps it.
  ['was given up does not keep what replaced its file', 'unsupported', false, 1],
] as const)('an item that %s', async (_what, state, hasOriginal, removed) => {
  const media = mediaRecord(1, { state });
  const id = uploadIdOf(media.id);
  world.begin(media, hasOriginal ? { [originalKey(media)]: new Uint8Array([1]) } : {});
  const { uploader: person } = media;
  const issued = { id, person, eventId: null, contentType: null, fileSizeBytes: null, issuedAt: '' };
  const upload = { ...issued, savedAs: media.id, savedETag: '"saved"' };
  world.dynamo.on(GetCommand, { Key: keys.upload(id) }).resolves({ Item: upload });
  const version = { Key: incomingKey(id), VersionId: 'null', IsLatest: true, Size: 3, LastModified: now };
  world.store.on(ListObjectVersionsCommand).resolves({ Versions: [version] });
  world.store.on(DeleteObjectsCommand).resolves({});
  expect(await pruneUpload(id, now)).toEqual({ removed, isMore: false });
});
