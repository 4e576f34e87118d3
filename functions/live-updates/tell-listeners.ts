import type { LiveMessage } from '../../shared/contract/live-updates.ts';
import type { LiveJob } from '../domain/job-messages.ts';
import { OVERLAP_SECONDS, PAUSE_SECONDS, type Topic } from '../domain/live-update-times.ts';
import type { EventRecord, MediaRecord } from '../domain/records.ts';
import { getRow, getRows } from '../table/dynamo.ts';
import { parseEvent } from '../table/event-row.ts';
import { keys } from '../table/keys.ts';
import { parseMedia } from '../table/media-row.ts';
import { channelOf } from './channel.ts';
import { isShownToAll } from './live-jobs.ts';
import { liveItemsOf, messagesOf } from './live-messages.ts';
import {
  addWaiting,
  advanceEpoch,
  claimTurn,
  claimWaitingJob,
  getLiveState,
  type LiveState,
  noteMoveTold,
  openChannels,
  removeWaiting,
} from './live-state.ts';

export type TellPorts = {
  readonly now: () => Date;
  readonly publish: (channel: string, messages: readonly LiveMessage[]) => Promise<void>;
  readonly resend: (job: LiveJob, delaySeconds: number) => Promise<void>;
};

/**
 * Tells those who have an event open what changed in it. Items are read when it is told, so that it is what holds then; to
 * repeat it is safe.
 */
export async function tellListeners(job: LiveJob, ports: TellPorts): Promise<void> {
  const { eventId } = job;
  if (job.kind === 'move') return move(job, ports);
  if (job.kind === 'waiting') return tellWaiting(job, ports);
  // What is gone waits for nothing.
  await tellGone(eventId, job.gone, ports);
  await tellInTurn({ eventId, topic: 'items', ids: job.items }, ports);
  await tellInTurn({ eventId, topic: 'votes', ids: job.votes }, ports);
}

type Told = { readonly eventId: string; readonly topic: Topic; readonly ids: readonly string[] };

/** What comes during a pause is told together after it. */
async function tellInTurn(told: Told, ports: TellPorts): Promise<void> {
  const { eventId, topic, ids } = told;
  if (ids.length === 0) return;
  if (await claimTurn({ eventId, topic, now: ports.now() })) return tellAll(told, ports);
  await addWaiting(told, ports.now());
  if (await claimWaitingJob({ eventId, topic, now: ports.now() }))
    await ports.resend({ kind: 'waiting', eventId, topic }, PAUSE_SECONDS[topic]);
}

type WaitingJob = Extract<LiveJob, { kind: 'waiting' }>;

async function tellWaiting(job: WaitingJob, ports: TellPorts): Promise<void> {
  const { eventId, topic } = job;
  if (waitingIn(await getLiveState(eventId), topic).length === 0) return;
  const now = ports.now();
  if (await claimTurn({ eventId, topic, now }, true)) return tellAll({ eventId, topic, ids: [] }, ports);
  if (await claimWaitingJob({ eventId, topic, now }, true)) await ports.resend(job, PAUSE_SECONDS[topic]);
}

const waitingIn = (state: LiveState, topic: Topic): string[] => [...(state[`${topic}Waiting`] ?? [])];

async function tellAll({ eventId, topic, ids }: Told, ports: TellPorts): Promise<void> {
  const state = await getLiveState(eventId);
  const waiting = waitingIn(state, topic);
  const event = await readEvent(eventId);
  if (event) {
    const media = await readItems([...new Set([...ids, ...waiting])]);
    const messages = await messagesAbout(topic, { media, event, now: ports.now() });
    await publishTo(openChannels(eventId, state, ports.now()), messages, ports);
  }
  await removeWaiting({ eventId, topic, ids: waiting }, state);
}

async function messagesAbout(
  topic: Topic,
  { media, event, now }: { media: readonly MediaRecord[]; event: EventRecord; now: Date },
): Promise<LiveMessage[]> {
  const shown = media.filter(isShownToAll);
  if (topic === 'items') return messagesOf({ items: await liveItemsOf(shown, event, now) });
  return messagesOf({ votes: shown.map(({ id, voteCount }) => ({ id, count: voteCount })) });
}

async function tellGone(eventId: string, ids: readonly string[], ports: TellPorts): Promise<void> {
  if (ids.length === 0) return;
  const [state, left] = await Promise.all([getLiveState(eventId), readItems(ids)]);
  const byId = new Map(left.map((media) => [media.id, media]));
  const gone = ids.flatMap((id) => {
    const media = byId.get(id);
    if (media?.status === 'approved') return [];
    return [media ? { id, version: media.statusVersion } : { id }];
  });
  await publishTo(openChannels(eventId, state, ports.now()), messagesOf({ gone }), ports);
}

/**
 * Somebody may have lost access: the event gets another channel, to which only those who still have access find. One move
 * is enough for all who lost it before, and a move waits until the last one is over.
 */
async function move(job: Extract<LiveJob, { kind: 'move' }>, ports: TellPorts): Promise<void> {
  const { eventId, at } = job;
  const now = ports.now();
  const state = await getLiveState(eventId);
  const movedMs = state.movedAt === undefined ? -Infinity : Date.parse(state.movedAt);
  const waitMs = movedMs + OVERLAP_SECONDS * 1000 - now.getTime();
  const isDone = movedMs > Date.parse(at);
  if (!isDone && waitMs > 0) return ports.resend(job, Math.ceil(waitMs / 1000));
  const moved = isDone ? state : await advanceEpoch(eventId, state, now);
  // Another did it at this moment: this one is looked at again.
  if (!moved) return ports.resend(job, 1);
  // Also if it is done: it may have failed after that, however long ago.
  for (let epoch = Math.min(moved.toldEpoch, moved.epoch - 1); epoch < moved.epoch; epoch += 1)
    await ports.publish(channelOf({ eventId, epoch }), [{ moved: true }]);
  await noteMoveTold(eventId, moved.epoch);
}

async function publishTo(
  channels: readonly string[],
  messages: readonly LiveMessage[],
  { publish }: TellPorts,
): Promise<void> {
  if (messages.length === 0) return;
  for (const channel of channels) await publish(channel, messages);
}

async function readEvent(eventId: string): Promise<EventRecord | undefined> {
  const row = await getRow(keys.event(eventId));
  return row && parseEvent(row);
}

async function readItems(ids: readonly string[]): Promise<MediaRecord[]> {
  return (await getRows(ids.map(keys.media), { consistent: true })).map(parseMedia);
}
