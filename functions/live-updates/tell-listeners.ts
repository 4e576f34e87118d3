import type { LiveMessage } from '../../shared/contract/live-updates.ts';
import type { LiveJob } from '../domain/job-messages.ts';
import { OVERLAP_SECONDS, PAUSE_SECONDS, type Topic } from '../domain/live-update-times.ts';
import type { EventRecord, MediaRecord } from '../domain/records.ts';
import { mediaCountsKeys, sumMediaCounts } from '../table/counts.ts';
import { getRow, getRows } from '../table/dynamo.ts';
import { parseEvent } from '../table/event-row.ts';
import { keys } from '../table/keys.ts';
import { parseMedia } from '../table/media-row.ts';
import { channelOf } from './channel.ts';
import { isShownToAll } from './live-jobs.ts';
import { liveItemsOf, messagesOf, votesVersionOf } from './live-messages.ts';
import {
  addWaiting,
  advanceEpoch,
  claimTurn,
  claimWaitingJob,
  endWaitingJob,
  getLiveState,
  mayWait,
  MOST_TOLD,
  nextTurn,
  noteMoveTold,
  openChannels,
  removeWaiting,
  waitingFor,
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
  const event = await readEvent(eventId);
  if (job.kind === 'move') return event ? move(job, ports) : endChannels(eventId, ports);
  if (!event) return;
  if (job.kind === 'waiting') return tellWaiting(job, event, ports);
  // What is gone waits for nothing.
  await tellGone(eventId, job.gone, ports);
  await tellInTurn({ event, topic: 'items' }, job.items, ports);
  await tellInTurn({ event, topic: 'votes' }, job.votes, ports);
}

type About = { readonly event: EventRecord; readonly topic: Topic };

/** What comes during a pause is told together after it. */
async function tellInTurn({ event, topic }: About, ids: readonly string[], ports: TellPorts): Promise<void> {
  if (ids.length === 0) return;
  const about = { eventId: event.id, topic };
  const turn = await claimTurn({ ...about, now: ports.now() });
  if (turn !== undefined) return tellAll({ event, topic }, { ids, turn }, ports);
  const state = await getLiveState(event.id);
  if (mayWait(state, topic)) await addWaiting(about, { ids, turn: state.turn }, ports.now());
  if (await claimWaitingJob({ ...about, now: ports.now() }))
    await ports.resend({ kind: 'waiting', ...about }, PAUSE_SECONDS[topic]);
}

type WaitingJob = Extract<LiveJob, { kind: 'waiting' }>;

async function tellWaiting(job: WaitingJob, event: EventRecord, ports: TellPorts): Promise<void> {
  const { eventId, topic } = job;
  const now = ports.now();
  const isAnybodyWaiting = async () =>
    waitingFor(await getLiveState(eventId), topic, Infinity).entries.length > 0;
  if (!(await isAnybodyWaiting())) {
    await endWaitingJob({ eventId, topic, now });
    // Whoever came before that has counted on this job.
    if (!(await isAnybodyWaiting())) return;
  }
  const turn = await claimTurn({ eventId, topic, now }, true);
  if (turn !== undefined) return tellAll({ event, topic }, { ids: [], turn }, ports);
  if (await claimWaitingJob({ eventId, topic, now }, true)) await ports.resend(job, PAUSE_SECONDS[topic]);
}

type Told = { readonly ids: readonly string[]; readonly turn: number };

async function tellAll({ event, topic }: About, { ids, turn }: Told, ports: TellPorts): Promise<void> {
  const { id: eventId } = event;
  const state = await getLiveState(eventId);
  const waiting = waitingFor(state, topic, turn);
  const [media, counts] = await Promise.all([
    readItems([...new Set([...ids, ...waiting.ids])]),
    readCounts(eventId, turn),
  ]);
  const shown = media.filter(isShownToAll);
  const parts =
    topic === 'items'
      ? { items: await liveItemsOf(shown, { event, now: ports.now(), tagSecret: state.tagSecret }) }
      : { votes: shown.map((one) => ({ id: one.id, count: one.voteCount, version: votesVersionOf(one) })) };
  await publishTo(openChannels(eventId, state, ports.now()), messagesOf(parts, counts), ports);
  await removeWaiting({ eventId, topic }, waiting.entries);
  const now = ports.now();
  if (waiting.entries.length === MOST_TOLD && (await claimWaitingJob({ eventId, topic, now })))
    await ports.resend({ kind: 'waiting', eventId, topic }, PAUSE_SECONDS[topic]);
}

async function tellGone(eventId: string, ids: readonly string[], ports: TellPorts): Promise<void> {
  if (ids.length === 0) return;
  const turn = await nextTurn(eventId, ports.now());
  const [state, left, counts] = await Promise.all([
    getLiveState(eventId),
    readItems(ids),
    readCounts(eventId, turn),
  ]);
  const byId = new Map(left.map((media) => [media.id, media]));
  const gone = ids.flatMap((id) => {
    const media = byId.get(id);
    if (media?.status === 'approved') return [];
    return [media ? { id, version: media.statusVersion } : { id }];
  });
  await publishTo(openChannels(eventId, state, ports.now()), messagesOf({ gone }, counts), ports);
}

/**
 * The counts that everybody may see. Whoever has a later turn reads later than what the jobs of all earlier turns are about
 * was written, so that the latest turn's counts hold.
 */
async function readCounts(eventId: string, turn: number): Promise<NonNullable<LiveMessage['counts']>> {
  const { counts } = sumMediaCounts(await getRows(mediaCountsKeys(eventId), { consistent: true }));
  return { approved: counts.approved, voted: counts.voted, version: turn };
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

/** The event is deleted: its listeners ask for their next ticket in vain. Nothing is written, which nobody would remove. */
async function endChannels(eventId: string, { publish }: TellPorts): Promise<void> {
  const { epoch: last, toldEpoch } = await getLiveState(eventId);
  for (let epoch = Math.min(toldEpoch, last); epoch <= last; epoch += 1)
    await publish(channelOf({ eventId, epoch }), [{ moved: true }]);
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
