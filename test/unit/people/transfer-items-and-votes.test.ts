import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import type { PersonKey } from '../../../functions/domain/caller.ts';
import { transferMedia } from '../../../functions/people/transfer-items-and-votes.ts';
import { mediaByUploader } from '../../../functions/table/index-keys.ts';
import { keys } from '../../../functions/table/keys.ts';
import { mediaRecord } from '../../fixtures/records.ts';

const dynamo = mockClient(DynamoDBDocumentClient);

it('an item that is transferred moves from the list of its former owner to that of the new one', async () => {
  process.env['TABLE_NAME'] = 'table';
  dynamo.on(TransactWriteCommand).resolves({});
  const media = mediaRecord(1);
  const to: PersonKey = 'user:aaaaaaaa-0000-4000-8000-00000000000f';
  expect(media.uploader).not.toBe(to);
  expect(await transferMedia(media, to)).toBe('done');
  const [sent] = dynamo.commandCalls(TransactWriteCommand);
  const updates = sent?.args[0].input.TransactItems?.map(({ Update }) => Update);
  expect(updates?.[0]).toMatchObject({
    Key: keys.media(media.id),
    UpdateExpression: 'SET uploader = :to, gsi4pk = :list',
    ExpressionAttributeValues: {
      ':to': to,
      ':list': mediaByUploader(media.eventId, to),
      ':from': media.uploader,
    },
  });
  // A ZIP may hold it: what its new owner takes back counts.
  expect(updates?.[1]?.UpdateExpression).toMatch(/ REMOVE setAsideUntil$/);
});
