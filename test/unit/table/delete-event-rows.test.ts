import { BatchWriteCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import {
  deleteDownloads,
  deleteEventRows,
  deletePeople,
} from '../../../functions/table/delete-event-rows.ts';
import { keys, votesByVoter } from '../../../functions/table/keys.ts';
import { idOf } from '../../fixtures/records.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const eventId = idOf('evt', 1);
const person = `guest:${idOf('gst', 1)}` as const;
const member = keys.membership(eventId, person);
const vote = keys.vote({ eventId, voter: person, mediaId: idOf('med', 1) });
const votes = { ':pk': votesByVoter({ eventId, voter: person }) };

beforeEach(() => {
  dynamo.reset();
  dynamo.on(QueryCommand).resolves({ Items: [member] });
  dynamo.on(QueryCommand, { ExpressionAttributeValues: votes }).resolves({ Items: [vote] });
  dynamo.on(BatchWriteCommand).resolves({});
});

const deleted = () =>
  dynamo
    .commandCalls(BatchWriteCommand)
    .flatMap(({ args }) =>
      (args[0].input.RequestItems?.['table'] ?? []).map((one) => one.DeleteRequest?.Key),
    );

it("deletes somebody's votes before them, so that an interrupted deletion still finds who voted", async () => {
  expect(await deletePeople(eventId, () => false)).toBe(true);
  expect(deleted()).toEqual([vote, member]);
});

it.each([0, 1, 2])(
  'after %i requests that took all of its time deletes no one whose votes are left',
  async (most) => {
    let asked = 0;
    const isWhole = await deletePeople(eventId, () => (asked += 1) > most);
    expect(isWhole).toBe(most === 2);
    expect(deleted()).toEqual([[], [], [vote, member]][most]);
  },
);

it('spares the row of the event itself, by which the deletion is found again', async () => {
  await deleteEventRows(eventId, () => false);
  expect(dynamo.commandCalls(QueryCommand)[0]?.args[0].input).toMatchObject({
    KeyConditionExpression: 'pk = :pk AND sk > :event',
    ExpressionAttributeValues: { ':pk': keys.event(eventId).pk, ':event': keys.event(eventId).sk },
  });
});

it('goes on behind what was deleted until the last page', async () => {
  const [first, second] = [keys.downloader(eventId, 'a'), keys.downloader(eventId, 'b')];
  dynamo
    .on(QueryCommand)
    .resolvesOnce({ Items: [first], LastEvaluatedKey: first })
    .resolvesOnce({ Items: [second] });
  expect(await deleteDownloads(eventId, () => false)).toBe(true);
  expect(deleted()).toEqual([first, second]);
  const starts = dynamo.commandCalls(QueryCommand).map(({ args }) => args[0].input.ExclusiveStartKey);
  expect(starts).toEqual([undefined, first]);
});
