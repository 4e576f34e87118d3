import {
  CloudFrontClient,
  CreateInvalidationCommand,
  TooManyInvalidationsInProgress,
} from '@aws-sdk/client-cloudfront';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  NoSuchKey,
  S3Client,
} from '@aws-sdk/client-s3';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import { handler } from '../../../functions/jobs/reconcile-files.ts';
import { reconcileFiles } from '../../../functions/storage/item-files.ts';
import { removeFolder } from '../../../functions/storage/renditions.ts';
import { log } from '../../../functions/aws/log.ts';
import { eventRecord, mediaFacts, mediaRecord } from '../../fixtures/records.ts';
import { eventRow, mediaRow } from '../../fixtures/table-rows.ts';
import { delivery, lambda } from '../../fixtures/media-world.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const store = mockClient(S3Client);
const edge = mockClient(CloudFrontClient);
const queue = mockClient(SQSClient);

const FACTS = mediaFacts({ renditions: [{ name: 'tile.webp', width: 60, height: 40 }] });

const held = mediaRecord(1, { status: 'pending', place: 'held', facts: FACTS });
const folder = (place: 'open' | 'held', version: number) =>
  `media/${place}/${held.eventId}/${held.id}/${version}/tile.webp`;

/** The table's row and the store's files, as much of them as moving needs. */
let row: MediaRecord | undefined;
let files: Set<string>;
/** What else happens between the row's reading and the first copy. */
let beforeCopying: () => void;
/** What else happens between the first copy and the note of it. */
let meanwhile: () => void;
/** After so many requests the process is killed. */
let requestsLeft: number;
/** So many deletions S3 puts off: its answer is a 200 that lists what it did not delete. */
let deletionsPutOff: number;

/** A request's answer, while the process lives. */
const asked =
  <I, O>(answer: (input: I) => O) =>
  (input: I): O => {
    requestsLeft -= 1;
    if (requestsLeft < 0) throw new Error('killed');
    return answer(input);
  };

beforeEach(() => {
  Object.assign(process.env, { TABLE_NAME: 'table', MEDIA_BUCKET: 'bucket', DISTRIBUTION_ID: 'E1' });
  dynamo.reset();
  store.reset();
  edge.reset();
  requestsLeft = Infinity;
  deletionsPutOff = 0;
  edge.on(CreateInvalidationCommand).callsFake(asked(() => ({})));
  row = { ...held, status: 'approved', statusVersion: 1 };
  files = new Set([folder('held', 0)]);
  dynamo
    .on(GetCommand)
    .callsFake(
      asked(({ Key }) => ({ Item: Key.sk === 'MEDIA' ? row && mediaRow(row) : eventRow(eventRecord()) })),
    );
  dynamo.on(QueryCommand).resolves({ Items: [] });
  dynamo.on(UpdateCommand).callsFake(
    asked(({ ExpressionAttributeValues: values }) => {
      if (!row || row.statusVersion !== values[':seen']) {
        throw new ConditionalCheckFailedException({ message: 'refused', $metadata: {} });
      }
      row = { ...row, place: values[':place'], placeVersion: values[':seen'] };
      return {};
    }),
  );
  beforeCopying = () => {};
  meanwhile = () => {};
  store.on(CopyObjectCommand).callsFake(
    asked(({ Key, CopySource }) => {
      beforeCopying();
      beforeCopying = () => {};
      if (!files.has(CopySource.replace('bucket/', ''))) {
        throw new NoSuchKey({ message: 'gone', $metadata: { httpStatusCode: 404 } });
      }
      files.add(Key);
      meanwhile();
      meanwhile = () => {};
      return {};
    }),
  );
  store.on(ListObjectsV2Command).callsFake(
    asked(({ Prefix }) => ({
      Contents: [...files].filter((key) => key.startsWith(Prefix)).map((Key) => ({ Key })),
    })),
  );
  store.on(DeleteObjectCommand).callsFake(asked(() => ({})));
  store.on(DeleteObjectsCommand).callsFake(
    asked(({ Delete }) => {
      deletionsPutOff -= 1;
      if (deletionsPutOff >= 0) return { Errors: [{ Key: Delete.Objects[0].Key, Code: 'SlowDown' }] };
      for (const { Key } of Delete.Objects) files.delete(Key);
      return {};
    }),
  );
});

describe('moving an item’s files', () => {
  it('puts them into a folder of their own and removes the old one', async () => {
    await reconcileFiles(held);
    expect([...files]).toEqual([folder('open', 1)]);
    expect(row).toMatchObject({ place: 'open', placeVersion: 1 });
  });

  it('moves what is rejected while it waits, so that its old addresses open nothing', async () => {
    row = { ...held, status: 'rejected', statusVersion: 1 };
    await reconcileFiles(held);
    expect([...files]).toEqual([folder('held', 1)]);
  });

  it('leaves nothing open where the item was rejected meanwhile', async () => {
    meanwhile = () => {
      row = { ...held, status: 'rejected', statusVersion: 2 };
    };
    await reconcileFiles(held);
    expect([...files]).toEqual([folder('held', 2)]);
  });

  it('takes approved, rejected and approved again for another state', async () => {
    meanwhile = () => {
      row = { ...held, status: 'approved', statusVersion: 3 };
      files = new Set([folder('held', 0)]);
    };
    await reconcileFiles(held);
    expect([...files]).toEqual([folder('open', 3)]);
  });

  it('leaves alone what another mover placed, and moves it on from there', async () => {
    meanwhile = () => {
      row = { ...held, status: 'rejected', statusVersion: 2, place: 'open', placeVersion: 1 };
      files = new Set([folder('open', 1)]);
    };
    await reconcileFiles(held);
    expect([...files]).toEqual([folder('held', 2)]);
  });

  it('follows another mover that has removed the files it was about to copy', async () => {
    beforeCopying = () => {
      row = { ...held, status: 'approved', statusVersion: 1, place: 'open', placeVersion: 1 };
      files = new Set([folder('open', 1)]);
    };
    await reconcileFiles(held);
    expect([...files]).toEqual([folder('open', 1)]);
  });

  it('leaves nothing open of what it has half copied when another mover takes it back', async () => {
    const facts = {
      ...FACTS,
      renditions: [...FACTS.renditions, { name: 'screen.webp', width: 60, height: 40 }],
    };
    row = { ...held, facts, status: 'approved', statusVersion: 1 };
    meanwhile = () => {
      row = { ...held, facts, status: 'rejected', statusVersion: 2, place: 'held', placeVersion: 2 };
      files = new Set([folder('open', 1), folder('held', 2)]);
    };
    await reconcileFiles(held);
    expect([...files]).toEqual([folder('held', 2)]);
  });

  it('fails where the files are not there and nobody has moved them', async () => {
    files = new Set();
    await expect(reconcileFiles(held)).rejects.toThrow(NoSuchKey);
  });

  it('leaves nothing where the item was deleted meanwhile', async () => {
    meanwhile = () => {
      row = undefined;
    };
    await reconcileFiles(held);
    expect([...files]).toEqual([]);
  });
});

describe('files that S3 does not delete', () => {
  it.each([
    ['a folder', () => removeFolder(folder('held', 0))],
    ['a deleted item', () => reconcileFiles(held)],
  ])('of %s are an error, and are deleted by the next try', async (_, action) => {
    row = undefined;
    deletionsPutOff = 1;
    await expect(action()).rejects.toThrow('Objects could not be removed: SlowDown');
    expect([...files]).toEqual([folder('held', 0)]);
    await action();
    expect([...files]).toEqual([]);
  });
});

const work = (wasOpen: boolean) =>
  handler(delivery(JSON.stringify({ eventId: held.eventId, mediaId: held.id, wasOpen })), lambda);
const openFolder = `media/open/${held.eventId}/${held.id}/`;
/** What was taken from the edge's caches, by reference: CloudFront does each once. */
const takenAway = () =>
  new Map(
    edge
      .commandCalls(CreateInvalidationCommand)
      .map(({ args }) => args[0].input.InvalidationBatch)
      .map((batch) => [batch?.CallerReference, batch?.Paths?.Items]),
  );

/** Has something die after each number of requests in turn, until it lives to its end. */
async function killedEverywhere(action: () => Promise<unknown>, then: () => Promise<void>): Promise<number> {
  for (let requests = 0; ; requests += 1) {
    requestsLeft = requests;
    log.setLogLevel('SILENT');
    await action().catch(() => undefined);
    const isOver = requestsLeft >= 0;
    requestsLeft = Infinity;
    await then();
    if (isOver) return requests;
  }
}

const reject = () => {
  row = { ...held, status: 'rejected', statusVersion: 2, place: 'open', placeVersion: 1 };
  files = new Set([folder('open', 1)]);
  edge.resetHistory();
};

const remove = () => {
  row = undefined;
  files = new Set([folder('open', 1)]);
  edge.resetHistory();
};

describe('the job that follows a change', () => {
  it.each([
    ['the call', () => reconcileFiles(held)],
    ['the job itself', () => work(true)],
  ])('leaves nothing open of what was rejected, wherever %s was killed', async (_, action) => {
    reject();
    const requests = await killedEverywhere(action, async () => {
      expect(await work(true)).toEqual({ batchItemFailures: [] });
      expect([...files]).toEqual([folder('held', 2)]);
      expect([...takenAway().values()]).toEqual([[`/${openFolder}*`]]);
      reject();
    });
    expect(requests).toBeGreaterThan(4);
  });

  it('leaves nothing of what was deleted, wherever the call was killed', async () => {
    remove();
    await killedEverywhere(
      () => reconcileFiles(held),
      async () => {
        await work(true);
        expect([...files]).toEqual([]);
        expect([...takenAway().keys()]).toEqual([`${openFolder}gone`]);
        remove();
      },
    );
  });

  it('waits for its turn where the edge has too much to do', async () => {
    queue.on(SendMessageCommand).resolves({});
    process.env['MOVES_QUEUE_URL'] = 'moves';
    edge
      .on(CreateInvalidationCommand)
      .rejects(new TooManyInvalidationsInProgress({ message: 'busy', $metadata: {} }));
    reject();
    expect(await work(true)).toEqual({ batchItemFailures: [] });
    expect([...files]).toEqual([folder('held', 2)]);
    const [sent] = queue.commandCalls(SendMessageCommand);
    expect(sent?.args[0].input).toMatchObject({ QueueUrl: 'moves', DelaySeconds: 60 });
    expect(JSON.parse(sent?.args[0].input.MessageBody ?? '')).toEqual({
      eventId: held.eventId,
      mediaId: held.id,
      wasOpen: true,
    });
  });

  it('does not touch newer files, and takes away nothing that was never open', async () => {
    await work(false);
    expect([...files]).toEqual([folder('open', 1)]);
    files.add(folder('open', 2));
    await work(false);
    expect([...files]).toEqual([folder('open', 1), folder('open', 2)]);
    expect(takenAway().size).toBe(0);
  });
});
