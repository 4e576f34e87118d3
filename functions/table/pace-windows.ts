import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { dynamoClient } from '../aws/clients.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { Pace } from '../domain/newcomer-pace.ts';
import { foundIn, getRow, isConditionFailure, type Row, tableName } from './dynamo.ts';
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

/** How many came in a window and how often a proof was asked of somebody in it, and the secret that challenges are made with. */
export type PaceState = { readonly came: number; readonly asked: number; readonly seed: string };

const paceRow = z.object({
  calls: z._default(z.int(), 0),
  asked: z._default(z.int(), 0),
  seed: z.optional(z.string()),
  /** Who came freely, by short hashes; absent where nobody is known, and in windows of the release before. */
  came: z.optional(z.set(z.string())),
});

/** The window that a moment lies in. */
export function windowAt(of: Omit<PaceWindow, 'windowEnd'>, now: Date): PaceWindow {
  const { windowSeconds } = of.pace;
  return { ...of, windowEnd: (Math.floor(now.getTime() / 1000 / windowSeconds) + 1) * windowSeconds };
}

/**
 * Counts a newcomer if the window has room for one more who comes freely: one conditional write, whatever the traffic.
 * A person is counted once, however many calls of theirs arrive at the same moment.
 * @param person undefined for somebody who is nobody yet
 * @returns whether they were counted, now or before
 */
export async function comeFreely(window: PaceWindow, person?: PersonKey): Promise<boolean> {
  const isRoom = '(attribute_not_exists(calls) OR calls < :max)';
  const own = person === undefined ? undefined : shortHash(person);
  try {
    await dynamoClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.rateLimit(window),
        UpdateExpression: own === undefined ? COUNT : COUNT.replace('ADD', 'ADD came :them,'),
        ConditionExpression: own === undefined ? isRoom : `${isRoom} AND ${IS_NEW}`,
        ExpressionAttributeValues: {
          ...valuesOf(window),
          ':max': window.pace.max,
          ...(own !== undefined && { ':them': new Set([own]), ':own': own }),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return own !== undefined && paceRow.parse(foundIn(error as object) ?? {}).came?.has(own) === true;
  }
}

/** Counts a newcomer who has proven work: there is room for everybody who has. Who came freely before is counted. */
export async function comeProven(window: PaceWindow, person?: PersonKey): Promise<void> {
  const own = person !== undefined && { ':own': shortHash(person) };
  await updateRow(keys.rateLimit(window), {
    UpdateExpression: COUNT,
    ...(own && { ConditionExpression: IS_NEW }),
    ExpressionAttributeValues: { ...valuesOf(window), ...own },
  });
}

/** Counts that somebody is asked for a proof, whether or not they ever send it. @returns how the window then stands */
export async function countAsked(window: PaceWindow): Promise<PaceState> {
  const row = await updateRow(keys.rateLimit(window), {
    UpdateExpression: COUNT.replace('calls', 'asked'),
    ExpressionAttributeValues: valuesOf(window),
    ReturnValues: 'ALL_NEW',
  });
  const state = stateOf(row);
  if (!state) throw new Error('A window that was just counted in has a seed.');
  return state;
}

/** How a window stands; undefined if nobody has come in it. */
export const readPace = async (window: PaceWindow): Promise<PaceState | undefined> =>
  stateOf(await getRow(keys.rateLimit(window)));

function stateOf(row: Row | undefined): PaceState | undefined {
  const { calls, asked, seed } = paceRow.parse(row ?? {});
  return seed === undefined ? undefined : { came: calls, asked, seed };
}

/**
 * Uses a proof up.
 * @param of what is good once: a challenge, or what one person proves in one window
 * @returns false if it has been used
 */
export async function useProof(of: string, expiresAtSeconds: number): Promise<boolean> {
  const used = await updateRow(keys.usedProof(of), {
    UpdateExpression: 'SET expiresAtSeconds = :end',
    ConditionExpression: 'attribute_not_exists(pk)',
    ExpressionAttributeValues: { ':end': expiresAtSeconds },
  });
  return used !== undefined;
}

/** The seed comes with the first count, and stays. */
const COUNT = 'ADD calls :one SET expiresAtSeconds = :end, seed = if_not_exists(seed, :seed)';

/** Those who come freely are few, so the set of them is bounded; who proves work is not put into it. */
const IS_NEW = 'NOT contains(came, :own)';

/** So short that the row of a full window is one write unit. Two people of a window who share one count as one. */
const shortHash = (person: PersonKey): string =>
  createHash('sha256').update(person).digest('base64url').slice(0, 5);

const valuesOf = ({ windowEnd, pace }: PaceWindow) => ({
  ':one': 1,
  // A proof is good for one window more.
  ':end': windowEnd + pace.windowSeconds + 60,
  ':seed': randomBytes(16).toString('base64url'),
});
