import * as z from 'zod/mini';
import { expirySeconds } from '../domain/expiry.ts';
import { OVERLAP_SECONDS, PAUSE_SECONDS, type Topic } from '../domain/live-update-times.ts';
import { getRow } from '../table/dynamo.ts';
import { keys } from '../table/keys.ts';
import { updateRow } from '../table/update-row.ts';
import { channelOf } from './channel.ts';

/** Longer than events rest: without its row an event's channel would be its first one again, while somebody listens to a later one. */
const KEPT_SECONDS = 400 * 24 * 3600;

const stateRow = z.object({
  epoch: z._default(z.int(), 0),
  movedAt: z.optional(z.string()),
  /** Listeners of all channels before this one were told that the event has moved. */
  toldEpoch: z._default(z.int(), 0),
  itemsWaiting: z.optional(z.set(z.string())),
  itemsWaitingVersion: z._default(z.int(), 0),
  votesWaiting: z.optional(z.set(z.string())),
  votesWaitingVersion: z._default(z.int(), 0),
});

/** How an event's listeners are told. */
export type LiveState = z.output<typeof stateRow>;

/** An event that nothing was told of, or not for long, has no row. */
export async function getLiveState(eventId: string): Promise<LiveState> {
  return stateRow.parse((await getRow(keys.liveUpdates(eventId))) ?? {});
}

/** Where an event is told of: its channel, and for a while the one that it had before. */
export function openChannels(eventId: string, { epoch, movedAt }: LiveState, now: Date): string[] {
  const isOldOpen = movedAt !== undefined && now.getTime() - Date.parse(movedAt) < OVERLAP_SECONDS * 1000;
  return (isOldOpen ? [epoch, epoch - 1] : [epoch]).map((of) => channelOf({ eventId, epoch: of }));
}

type Turn = { readonly eventId: string; readonly topic: Topic; readonly now: Date };

/**
 * @param isDue asked by the job that those who wait have been waiting for: whoever waits from now on needs another
 * @returns whether it is time to tell of a topic again; then the next pause begins
 */
export async function claimTurn({ eventId, topic, now }: Turn, isDue = false): Promise<boolean> {
  const taken = await updateRow(keys.liveUpdates(eventId), {
    UpdateExpression: `SET #at = :now, expiresAtSeconds = :expiry${isDue ? ' REMOVE #due' : ''}`,
    ConditionExpression: 'attribute_not_exists(#at) OR #at <= :before',
    ExpressionAttributeNames: { '#at': `${topic}At`, ...(isDue && { '#due': `${topic}DueAt` }) },
    ExpressionAttributeValues: {
      ':now': now.toISOString(),
      ':before': new Date(now.getTime() - PAUSE_SECONDS[topic] * 1000).toISOString(),
      ':expiry': expirySeconds(now, KEPT_SECONDS),
    },
  });
  return taken !== undefined;
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

type Waiting = { readonly eventId: string; readonly topic: Topic; readonly ids: readonly string[] };

/** Puts items with those that are told of next. No condition: it is safe to repeat. */
export async function addWaiting({ eventId, topic, ids }: Waiting, now: Date): Promise<void> {
  await updateRow(keys.liveUpdates(eventId), {
    UpdateExpression: 'ADD #waiting :ids, #version :one SET expiresAtSeconds = :expiry',
    ExpressionAttributeNames: { '#waiting': `${topic}Waiting`, '#version': `${topic}WaitingVersion` },
    ExpressionAttributeValues: {
      ':ids': new Set(ids),
      ':one': 1,
      ':expiry': expirySeconds(now, KEPT_SECONDS),
    },
  });
}

/** Items that were told of wait no longer, unless some were put there since the state was read: then all are told again. */
export async function removeWaiting({ eventId, topic, ids }: Waiting, read: LiveState): Promise<void> {
  if (ids.length === 0) return;
  await updateRow(keys.liveUpdates(eventId), {
    UpdateExpression: 'DELETE #waiting :ids',
    ConditionExpression: '#version = :read',
    ExpressionAttributeNames: { '#waiting': `${topic}Waiting`, '#version': `${topic}WaitingVersion` },
    ExpressionAttributeValues: { ':ids': new Set(ids), ':read': read[`${topic}WaitingVersion`] },
  });
}

/**
 * Gives an event its next channel, unless another did so since `read`.
 * @returns the state as it then is; undefined if another did
 */
export async function advanceEpoch(
  eventId: string,
  read: LiveState,
  now: Date,
): Promise<LiveState | undefined> {
  const movedAt = now.toISOString();
  const epoch = read.epoch + 1;
  const moved = await updateRow(keys.liveUpdates(eventId), {
    UpdateExpression: 'SET epoch = :epoch, movedAt = :now, expiresAtSeconds = :expiry',
    ConditionExpression: read.movedAt === undefined ? 'attribute_not_exists(movedAt)' : 'movedAt = :seen',
    ExpressionAttributeValues: {
      ':epoch': epoch,
      ':now': movedAt,
      ':expiry': expirySeconds(now, KEPT_SECONDS),
      ...(read.movedAt !== undefined && { ':seen': read.movedAt }),
    },
  });
  return moved && { ...read, epoch, movedAt };
}

/** Notes that listeners of all channels before this one know that the event has moved. */
export async function noteMoveTold(eventId: string, epoch: number): Promise<void> {
  await updateRow(keys.liveUpdates(eventId), {
    UpdateExpression: 'SET toldEpoch = :epoch',
    ConditionExpression: 'epoch >= :epoch AND (attribute_not_exists(toldEpoch) OR toldEpoch < :epoch)',
    ExpressionAttributeValues: { ':epoch': epoch },
  });
}
