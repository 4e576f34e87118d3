import * as z from 'zod/mini';
import { expirySeconds } from '../domain/expiry.ts';
import { PAUSE_SECONDS, type Topic } from '../domain/live-update-times.ts';
import { keys } from '../table/keys.ts';
import { updateRow } from '../table/update-row.ts';
import { KEPT_SECONDS, type LiveState, stateRow } from './live-state.ts';

// Turns in which an event is told of, and which items wait for the next one.

const turnRow = z.pick(stateRow, { turn: true });

type Turn<T = Topic> = { readonly eventId: string; readonly topic: T; readonly now: Date };

/**
 * @param isDue asked by the job that those who wait have been waiting for: whoever waits from now on needs another
 * @returns the turn's number if it is time to tell of a topic again; then the next pause begins
 */
export async function claimTurn(
  { eventId, topic, now }: Turn<Topic | 'gone'>,
  isDue = false,
): Promise<number | undefined> {
  const taken = await updateRow(keys.liveUpdates(eventId), {
    UpdateExpression: `ADD turn :one SET #at = :now, expiresAtSeconds = :expiry${isDue ? ' REMOVE #due' : ''}`,
    ConditionExpression: 'attribute_not_exists(#at) OR #at <= :before',
    ExpressionAttributeNames: { '#at': `${topic}At`, ...(isDue && { '#due': `${topic}DueAt` }) },
    ExpressionAttributeValues: {
      ':one': 1,
      ':now': now.toISOString(),
      ':before': new Date(now.getTime() - PAUSE_SECONDS[topic] * 1000).toISOString(),
      ':expiry': expirySeconds(now, KEPT_SECONDS),
    },
    ReturnValues: 'UPDATED_NEW',
  });
  return taken && turnRow.parse(taken).turn;
}

/** Clocks of two workers differ by less. */
const SKEW_MS = 1000;

/**
 * Has one job at a time be sent for those who wait, however many they are.
 * @returns whether the caller has to send it, to come after the pause
 */
export async function claimWaitingJob({ eventId, topic, now }: Turn, isDue = false): Promise<boolean> {
  const claimed = await updateRow(keys.liveUpdates(eventId), {
    UpdateExpression: 'SET #due = :due',
    ConditionExpression: 'attribute_not_exists(#due) OR #due <= :passed',
    ExpressionAttributeNames: { '#due': `${topic}DueAt` },
    ExpressionAttributeValues: {
      ':due': new Date(now.getTime() + PAUSE_SECONDS[topic] * 1000).toISOString(),
      ':passed': new Date(now.getTime() + (isDue ? SKEW_MS : 0)).toISOString(),
    },
  });
  return claimed !== undefined;
}

/** Of a job that found nobody waiting: whoever waits from now on needs another. */
export async function endWaitingJob({ eventId, topic, now }: Turn): Promise<void> {
  await updateRow(keys.liveUpdates(eventId), {
    UpdateExpression: 'REMOVE #due',
    ConditionExpression: '#due <= :passed',
    ExpressionAttributeNames: { '#due': `${topic}DueAt` },
    ExpressionAttributeValues: { ':passed': new Date(now.getTime() + SKEW_MS).toISOString() },
  });
}

type Waiting = { readonly eventId: string; readonly topic: Topic };

/**
 * Puts items with those that are told of next. No condition: it is safe to repeat.
 * @param added.turn as it was read once the items had changed
 */
export async function addWaiting(
  { eventId, topic }: Waiting,
  added: { ids: readonly string[]; turn: number },
  now: Date,
): Promise<void> {
  await updateRow(keys.liveUpdates(eventId), {
    UpdateExpression: 'ADD #waiting :entries SET expiresAtSeconds = :expiry',
    ExpressionAttributeNames: { '#waiting': `${topic}Waiting` },
    ExpressionAttributeValues: {
      ':entries': new Set(added.ids.map((id) => `${id}@${added.turn}`)),
      ':expiry': expirySeconds(now, KEPT_SECONDS),
    },
  });
}

/** So many are told of in one turn; the others in the next. */
export const MOST_TOLD = 300;
/**
 * So many wait at most: of others pages learn when they next read. Each write is paid for by the whole row's size, so votes,
 * which go on all the time, have less room than items, of which as many come at once when a host approves all.
 */
const MOST_WAITING: Readonly<Record<Topic, number>> = { items: 2_000, votes: 500 };

export const mayWait = (state: LiveState, topic: Topic): boolean =>
  (state[`${topic}Waiting`]?.size ?? 0) < MOST_WAITING[topic];

/** An entry of an earlier release has no turn, and waits for any. */
const turnOf = (entry: string): number => Number(entry.split('@')[1] ?? -1);

/**
 * Who waits for a turn: those who changed before it began. Who changed since may do so again once this turn has read them,
 * and waits for the next.
 */
export function waitingFor(
  state: LiveState,
  topic: Topic,
  turn: number,
): { entries: string[]; ids: string[] } {
  const entries = [...(state[`${topic}Waiting`] ?? [])]
    .filter((entry) => turnOf(entry) < turn)
    .slice(0, MOST_TOLD);
  return { entries, ids: [...new Set(entries.map((entry) => entry.split('@', 1)[0] ?? ''))] };
}

/** Those that were told of wait no longer, whoever is put there meanwhile. */
export async function removeWaiting({ eventId, topic }: Waiting, entries: readonly string[]): Promise<void> {
  if (entries.length === 0) return;
  await updateRow(keys.liveUpdates(eventId), {
    UpdateExpression: 'DELETE #waiting :entries',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#waiting': `${topic}Waiting` },
    ExpressionAttributeValues: { ':entries': new Set(entries) },
  });
}
