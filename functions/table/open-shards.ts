import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoClient } from '../aws/clients.ts';
import { activeEventCondition } from './active-event-condition.ts';
import { ConditionsFailed, type Row, tableName, transact, type TransactItem } from './dynamo.ts';
import { keys } from './keys.ts';
import { MEDIA_COUNT_SHARDS } from './shards.ts';
import { additions } from './update-row.ts';

/**
 * Whether an event takes new items, kept in each shard of its media counts: a save checks the shard that it
 * writes anyway, so saves share no row of the event.
 */

type Shard = { readonly eventId: string; readonly shard: number };

/** Adds to a shard's counts; fails unless the shard is open. */
export function addWhileOpen({ eventId, shard }: Shard, amounts: Row): TransactItem {
  const add = additions(amounts);
  return {
    Update: {
      TableName: tableName(),
      Key: keys.mediaCounts(eventId, shard),
      ...add,
      ConditionExpression: 'isOpen = :open',
      ExpressionAttributeValues: { ...add.ExpressionAttributeValues, ':open': true },
    },
  };
}

/** Whether a row is that of a shard that was closed for good. */
export const isClosed = (row: Row | undefined): boolean => row?.['isOpen'] === false;

/**
 * Opens a shard unless it has been closed. Only this names the event's row: once per shard.
 * @returns false if the event is gone or being deleted
 */
export async function openShard({ eventId, shard }: Shard): Promise<boolean> {
  try {
    await transact([
      activeEventCondition(eventId),
      {
        Update: {
          TableName: tableName(),
          Key: keys.mediaCounts(eventId, shard),
          UpdateExpression: 'SET isOpen = :yes',
          ConditionExpression: 'attribute_not_exists(isOpen)',
          ExpressionAttributeValues: { ':yes': true },
        },
      },
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    const [event, opened] = error.failures;
    return event === undefined && !isClosed(opened?.found);
  }
}

/**
 * Closes all shards of an event, those that do not exist included: nothing is saved from now on. No
 * condition: it is safe to repeat.
 */
export async function closeShards(eventId: string): Promise<void> {
  for (let shard = 0; shard < MEDIA_COUNT_SHARDS; shard += 1) {
    await dynamoClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.mediaCounts(eventId, shard),
        UpdateExpression: 'SET isOpen = :no',
        ExpressionAttributeValues: { ':no': false },
      }),
    );
  }
}
