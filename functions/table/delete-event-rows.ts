import { DeleteCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { mediaStatus } from '../../shared/contract/entities.ts';
import type { PersonKey } from '../domain/caller.ts';
import { dynamoClient } from '../aws/clients.ts';
import { deleteRows, getRow, type Row, tableName } from './dynamo.ts';
import { mediaInStatus } from './index-keys.ts';
import { ALL_PEOPLE, downloadsOf, type Key, keys, nameIn, votesByVoter } from './keys.ts';
import { parseKey } from './query-rows.ts';

/** How far an event's deletion is, by its row. */
export type EventRowState = 'present' | 'being-deleted' | 'absent';

export async function eventRowState(eventId: string): Promise<EventRowState> {
  return stateOfEventRow(await getRow(keys.event(eventId)));
}

export function stateOfEventRow(row: Row | undefined): EventRowState {
  if (row === undefined) return 'absent';
  return row['deletedAt'] === undefined ? 'present' : 'being-deleted';
}

/** Asked between requests: whether the time for this run is over. */
type IsOverdue = () => boolean;
type KeyQuery = Pick<
  QueryCommandInput,
  'IndexName' | 'KeyConditionExpression' | 'ExpressionAttributeValues' | 'ConsistentRead'
>;

const PAGE = 250;

/**
 * Deletes what a query finds, page by page.
 * @param before runs before a page is deleted; the deletion stops if it returns false
 * @returns false if time ran out before the last page
 */
async function deleteFound(
  query: KeyQuery,
  isOverdue: IsOverdue,
  before: (found: readonly Key[]) => Promise<boolean> = async () => true,
): Promise<boolean> {
  let start: Row | undefined;
  do {
    if (isOverdue()) return false;
    const page = await dynamoClient().send(
      new QueryCommand({
        TableName: tableName(),
        ...query,
        ProjectionExpression: 'pk, sk',
        ExclusiveStartKey: start,
        Limit: PAGE,
      }),
    );
    const found = (page.Items ?? []).map(parseKey);
    if (!(await before(found))) return false;
    await deleteRows(found);
    start = page.LastEvaluatedKey;
  } while (start);
  return true;
}

/**
 * Deletes an event's memberships and their people's votes. A membership is deleted after the votes, so that a
 * repeated run finds whose votes are left.
 * @returns false if time ran out
 */
export function deletePeople(eventId: string, isOverdue: IsOverdue): Promise<boolean> {
  const people: KeyQuery = {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :person)',
    ExpressionAttributeValues: { ':pk': keys.event(eventId).pk, ':person': ALL_PEOPLE },
    ConsistentRead: true,
  };
  return deleteFound(people, isOverdue, async (found) => {
    for (const { sk } of found) {
      const votes: KeyQuery = {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: {
          ':pk': votesByVoter({ eventId, voter: nameIn(sk) as PersonKey }),
        },
        ConsistentRead: true,
      };
      if (!(await deleteFound(votes, isOverdue))) return false;
    }
    return true;
  });
}

/** Deletes the rows of an event's items. Their counts are not updated: they are deleted, too. */
export async function deleteItems(eventId: string, isOverdue: IsOverdue): Promise<boolean> {
  for (const status of mediaStatus.options) {
    const items: KeyQuery = {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :list',
      ExpressionAttributeValues: { ':list': mediaInStatus(eventId, status) },
    };
    if (!(await deleteFound(items, isOverdue))) return false;
  }
  return true;
}

/** Deletes what is counted of an event's downloads. */
export function deleteDownloads(eventId: string, isOverdue: IsOverdue): Promise<boolean> {
  const downloads: KeyQuery = {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': downloadsOf(eventId) },
    ConsistentRead: true,
  };
  return deleteFound(downloads, isOverdue);
}

/**
 * Deletes whatever else is in the event's partition. Its own row stays, so that a repeated job still finds
 * the event being deleted.
 */
export function deleteEventRows(eventId: string, isOverdue: IsOverdue): Promise<boolean> {
  const own = keys.event(eventId);
  const rest: KeyQuery = {
    KeyConditionExpression: 'pk = :pk AND sk > :event',
    ExpressionAttributeValues: { ':pk': own.pk, ':event': own.sk },
    ConsistentRead: true,
  };
  return deleteFound(rest, isOverdue);
}

const createdRow = z.object({ createdBy: z.string(), eventCode: z.optional(z.string()) });

/** The last step of a deletion. No condition: it is safe to repeat. */
export async function deleteEventRow(eventId: string): Promise<void> {
  const row = await getRow(keys.event(eventId));
  if (!row) return;
  const { createdBy, eventCode } = createdRow.parse(row);
  // First: a repeated step still finds whose the event was, and its code.
  await deleteRows([
    keys.ownership(createdBy, eventId),
    ...(eventCode === undefined ? [] : [keys.eventCode(eventCode)]),
  ]);
  await dynamoClient().send(new DeleteCommand({ TableName: tableName(), Key: keys.event(eventId) }));
}
