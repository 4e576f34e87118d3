import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoClient } from '../aws/clients.ts';
import { isConditionFailure, tableName } from '../table/dynamo.ts';
import { keys } from '../table/keys.ts';

/** One message a minute. */
const MINUTE_MS = 60_000;
const DAY_SECONDS = 24 * 3600;

/** Whose turn it is: one kind of message in one event, on behalf of one occasion. */
export type ThrottleWindow = {
  readonly eventId: string;
  readonly kind: string;
  /** What the message is about: the same again, when its job is repeated, has the same turn. */
  readonly about: string;
};

/**
 * Takes the minute's turn to send.
 * @param at when the occasion was, not when its job ran
 * @returns false where another occasion of that minute, or a later one, was told of already
 */
export async function claimTurn(turn: ThrottleWindow, at: Date): Promise<boolean> {
  try {
    await dynamoClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.notificationThrottle(turn.eventId, turn.kind),
        UpdateExpression: 'SET takenAt = :at, about = :about, expiresAtSeconds = :expires',
        ConditionExpression: 'attribute_not_exists(pk) OR takenAt <= :before OR about = :about',
        ExpressionAttributeValues: {
          ':at': at.toISOString(),
          ':about': turn.about,
          ':before': new Date(at.getTime() - MINUTE_MS).toISOString(),
          ':expires': Math.floor(at.getTime() / 1000) + DAY_SECONDS,
        },
      }),
    );
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}
