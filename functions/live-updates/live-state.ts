import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { expirySeconds } from '../domain/expiry.ts';
import { OVERLAP_SECONDS } from '../domain/live-update-times.ts';
import { getRow } from '../table/dynamo.ts';
import { keys } from '../table/keys.ts';
import { updateRow } from '../table/update-row.ts';
import { channelOf } from './channel.ts';

/** Longer than events rest: without its row an event's channel would be its first one again, while somebody listens to a later one. */
export const KEPT_SECONDS = 400 * 24 * 3600;

export const stateRow = z.object({
  epoch: z._default(z.int(), 0),
  movedAt: z.optional(z.string()),
  /** Listeners of all channels before this one were told that the event has moved. */
  toldEpoch: z._default(z.int(), 0),
  /** What keys of tags are derived from; absent until somebody first had a ticket. */
  tagSecret: z.optional(z.string()),
  /** When that was; absent where an earlier release wrote it. */
  begunAt: z.optional(z.string()),
  /** How often somebody began to tell of the event. */
  turn: z._default(z.int(), 0),
  /** Those that are told of next, each as `id@turn`, by the turn before which it changed. */
  itemsWaiting: z.optional(z.set(z.string())),
  votesWaiting: z.optional(z.set(z.string())),
});

/** How an event's listeners are told. */
export type LiveState = z.output<typeof stateRow>;

/** An event that nothing was told of, or not for long, has no row. */
export async function getLiveState(eventId: string): Promise<LiveState> {
  return stateRow.parse((await getRow(keys.liveUpdates(eventId))) ?? {});
}

/** What an event's keys of tags are derived from. The first one stays. */
export async function ensureTagSecret(
  eventId: string,
  { tagSecret }: LiveState,
  { now, random = randomBytes }: { now: Date; random?: (size: number) => Buffer },
): Promise<string> {
  if (tagSecret !== undefined) return tagSecret;
  const made = random(32).toString('base64url');
  const isFirst = await updateRow(keys.liveUpdates(eventId), {
    UpdateExpression: 'SET tagSecret = :made, begunAt = :now, expiresAtSeconds = :expiry',
    ConditionExpression: 'attribute_not_exists(tagSecret)',
    ExpressionAttributeValues: {
      ':made': made,
      ':now': now.toISOString(),
      ':expiry': expirySeconds(now, KEPT_SECONDS),
    },
  });
  return isFirst ? made : z.string().parse((await getLiveState(eventId)).tagSecret);
}

/** Where an event is told of: its channel, and for a while the one that it had before. */
export function openChannels(eventId: string, { epoch, movedAt }: LiveState, now: Date): string[] {
  const isOldOpen = movedAt !== undefined && now.getTime() - Date.parse(movedAt) < OVERLAP_SECONDS * 1000;
  return (isOldOpen ? [epoch, epoch - 1] : [epoch]).map((of) => channelOf({ eventId, epoch: of }));
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
