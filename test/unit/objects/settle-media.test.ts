import { CreateInvalidationCommand, CloudFrontClient } from '@aws-sdk/client-cloudfront';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import { settleMedia } from '../../../functions/objects/settle-media.ts';
import { mediaRecord } from '../../fixtures/records.ts';
import { mediaRow } from '../../fixtures/rows.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const store = mockClient(S3Client);
const edge = mockClient(CloudFrontClient);

const FACTS: NonNullable<MediaRecord['facts']> = {
  width: 60,
  height: 40,
  durationSeconds: null,
  blur: null,
  color: null,
  perceptualHash: null,
  renditions: [{ name: 'tile.webp', width: 60, height: 40 }],
  play: null,
  signals: null,
};

const held = mediaRecord(1, { status: 'pending', place: 'held', facts: FACTS });
const folder = (place: 'open' | 'held', version: number) =>
  `media/${place}/${held.eventId}/${held.id}/${version}/tile.webp`;

/** The table's row and the store's files, as much of them as moving needs. */
let row: MediaRecord | undefined;
let files: Set<string>;
/** What else happens between the first copy and the note of it. */
let meanwhile: () => void;

beforeEach(() => {
  Object.assign(process.env, { TABLE_NAME: 'table', MEDIA_BUCKET: 'bucket', DISTRIBUTION_ID: 'E1' });
  dynamo.reset();
  store.reset();
  edge.reset();
  edge.on(CreateInvalidationCommand).resolves({});
  row = { ...held, status: 'approved', statusVersion: 1 };
  files = new Set([folder('held', 0)]);
  dynamo.on(GetCommand).callsFake(() => ({ Item: row && mediaRow(row) }));
  dynamo.on(QueryCommand).resolves({ Items: [] });
  dynamo.on(UpdateCommand).callsFake(({ ExpressionAttributeValues: values }) => {
    if (!row || row.statusVersion !== values[':seen']) {
      throw new ConditionalCheckFailedException({ message: 'refused', $metadata: {} });
    }
    row = { ...row, place: values[':place'], placeVersion: values[':seen'] };
    return {};
  });
  meanwhile = () => {};
  store.on(CopyObjectCommand).callsFake(({ Key }) => {
    files.add(Key);
    meanwhile();
    meanwhile = () => {};
    return {};
  });
  store.on(ListObjectsV2Command).callsFake(({ Prefix }) => ({
    Contents: [...files].filter((key) => key.startsWith(Prefix)).map((Key) => ({ Key })),
  }));
  store.on(DeleteObjectCommand).resolves({});
  store.on(DeleteObjectsCommand).callsFake(({ Delete }) => {
    for (const { Key } of Delete.Objects) files.delete(Key);
    return {};
  });
});

describe('moving an item’s files', () => {
  it('puts them into a folder of their own and removes the old one', async () => {
    await settleMedia(held);
    expect([...files]).toEqual([folder('open', 1)]);
    expect(row).toMatchObject({ place: 'open', placeVersion: 1 });
  });

  it('moves what is rejected while it waits, so that its old addresses open nothing', async () => {
    row = { ...held, status: 'rejected', statusVersion: 1 };
    await settleMedia(held);
    expect([...files]).toEqual([folder('held', 1)]);
  });

  it('leaves nothing open where the item was rejected meanwhile', async () => {
    meanwhile = () => {
      row = { ...held, status: 'rejected', statusVersion: 2 };
    };
    await settleMedia(held);
    expect([...files]).toEqual([folder('held', 2)]);
  });

  it('takes approved, rejected and approved again for another state', async () => {
    meanwhile = () => {
      row = { ...held, status: 'approved', statusVersion: 3 };
      files = new Set([folder('held', 0)]);
    };
    await settleMedia(held);
    expect([...files]).toEqual([folder('open', 3)]);
  });

  it('leaves alone what another mover placed, and moves it on from there', async () => {
    meanwhile = () => {
      row = { ...held, status: 'rejected', statusVersion: 2, place: 'open', placeVersion: 1 };
      files = new Set([folder('open', 1)]);
    };
    await settleMedia(held);
    expect([...files]).toEqual([folder('held', 2)]);
  });

  it('leaves nothing where the item was deleted meanwhile', async () => {
    meanwhile = () => {
      row = undefined;
    };
    await settleMedia(held);
    expect([...files]).toEqual([]);
  });
});
