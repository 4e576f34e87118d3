import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import type { Row } from '../../../functions/table/dynamo.ts';
import { keys } from '../../../functions/table/keys.ts';
import { newMembership } from '../../../functions/table/membership-row.ts';
import { readOwnership } from '../../../functions/table/owned-events.ts';
import { eventRecord } from '../../fixtures/records.ts';
import { eventRow } from '../../fixtures/table-rows.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const event = eventRecord();
const userId = event.createdBy;
const owner = `user:${userId}` as const;
const membership = {
  ...keys.membership(event.id, owner),
  ...newMembership(event.id, { person: owner, standing: 'owner', since: event.createdAt }),
};

/** @param row what there is of the event itself */
function owns(row: Row | undefined): void {
  dynamo.on(GetCommand).resolves({ Item: { ...keys.user(userId), ownershipVersion: 1 } });
  dynamo.on(QueryCommand).resolves({ Items: [] });
  dynamo.on(QueryCommand, { ConsistentRead: true }).resolves({ Items: [keys.ownership(userId, event.id)] });
  dynamo.on(BatchGetCommand).callsFake(({ RequestItems }) => ({
    Responses: { [Object.keys(RequestItems)[0] ?? '']: [membership, ...(row ? [row] : [])] },
  }));
}

beforeEach(() => {
  dynamo.reset();
});

it('an event keeps its owner until its deletion begins, and not until that is through', async () => {
  owns(eventRow(event));
  expect(await readOwnership(userId)).toEqual({ version: 1, ownsEvents: true });
  owns(eventRow(event, { deletedAt: '2026-01-01T00:00:00.000Z' }));
  expect(await readOwnership(userId)).toEqual({ version: 1, ownsEvents: false });
  owns(undefined);
  expect(await readOwnership(userId)).toEqual({ version: 1, ownsEvents: false });
});
