import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { dynamoClient, exactNumber } from '../aws/clients.ts';
import type { Pace } from '../domain/pace.ts';
import { getRow, isConditionFailure, type Row, tableName } from './dynamo.ts';
import { keys } from './keys.ts';
import { updateRow } from './update-row.ts';

/** Whose newcomers are counted, at which pace, and in which window. */
export type PaceWindow = {
  readonly endpointId: string;
  readonly subject: string;
  readonly pace: Pace;
  /** When the window ends, in seconds. */
  readonly windowEnd: number;
};

/** How many came in a window, and the secret that its challenges are made with. */
export type PaceState = { readonly came: number; readonly seed: string };

const paceRow = z.object({ calls: z._default(z.int(), 0), seed: z.optional(z.string()) });

/** The window that a moment lies in. */
export function windowAt(of: Omit<PaceWindow, 'windowEnd'>, now: Date): PaceWindow {
  const { windowSeconds } = of.pace;
  return { ...of, windowEnd: (Math.floor(now.getTime() / 1000 / windowSeconds) + 1) * windowSeconds };
}

/**
 * Counts a newcomer if the window has room for one more who comes freely: one conditional write, whatever the traffic.
 * @returns undefined if it had, else how it stands
 */
export async function comeFreely(window: PaceWindow): Promise<PaceState | undefined> {
  try {
    await dynamoClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.rateLimit(window),
        UpdateExpression: COUNT,
        ConditionExpression: 'attribute_not_exists(calls) OR calls < :max',
        ExpressionAttributeValues: { ...valuesOf(window), ':max': window.pace.max },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return undefined;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return stateOf(window, foundIn(error));
  }
}

/** Counts a newcomer who has proven work. No condition: there is room for everybody who has. */
export async function comeProven(window: PaceWindow): Promise<void> {
  await updateRow(keys.rateLimit(window), {
    UpdateExpression: COUNT,
    ExpressionAttributeValues: valuesOf(window),
  });
}

/** How a window stands; undefined if nobody has come in it. */
export async function readPace(window: PaceWindow): Promise<PaceState | undefined> {
  const row = await getRow(keys.rateLimit(window));
  const { calls, seed } = paceRow.parse(row ?? {});
  return seed === undefined ? undefined : { came: calls, seed };
}

/**
 * Uses a proof up that is good once.
 * @returns false if it has been used
 */
export async function useProof(challenge: string, expiresAtSeconds: number): Promise<boolean> {
  const used = await updateRow(keys.usedProof(challenge), {
    UpdateExpression: 'SET expiresAtSeconds = :end',
    ConditionExpression: 'attribute_not_exists(pk)',
    ExpressionAttributeValues: { ':end': expiresAtSeconds },
  });
  return used !== undefined;
}

/** The seed comes with the first count, and stays. */
const COUNT = 'ADD calls :one SET expiresAtSeconds = :end, seed = if_not_exists(seed, :seed)';

const valuesOf = ({ windowEnd, pace }: PaceWindow) => ({
  ':one': 1,
  // A proof is good for one window more.
  ':end': windowEnd + pace.windowSeconds + 60,
  ':seed': randomBytes(16).toString('base64url'),
});

// The document client unmarshalls answers but not errors.
function foundIn(error: unknown): Row {
  const { Item = {} } = error as { Item?: Record<string, AttributeValue> };
  return unmarshall(Item, { wrapNumbers: exactNumber });
}

/** A window that the release before began has no seed: it gets one. */
async function stateOf(window: PaceWindow, found: Row): Promise<PaceState> {
  const { calls, seed } = paceRow.parse(found);
  if (seed !== undefined) return { came: calls, seed };
  const row = await updateRow(keys.rateLimit(window), {
    UpdateExpression: 'SET seed = if_not_exists(seed, :seed)',
    ExpressionAttributeValues: { ':seed': valuesOf(window)[':seed'] },
    ReturnValues: 'ALL_NEW',
  });
  return { came: calls, seed: z.string().parse(row?.['seed']) };
}
