import { randomBytes } from 'node:crypto';
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
