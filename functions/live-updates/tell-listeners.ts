import type { LiveMessage } from '../../shared/contract/live-updates.ts';
import type { LiveJob } from '../domain/job-messages.ts';
import { PAUSE_SECONDS, type Topic } from '../domain/live-update-times.ts';
import type { EventRecord, MediaRecord } from '../domain/records.ts';
import { readMediaCounts, sumMediaCounts } from '../table/counts.ts';
import { getRow, getRows } from '../table/dynamo.ts';
import { parseEvent } from '../table/event-row.ts';
import { keys } from '../table/keys.ts';
import { parseMedia } from '../table/media-row.ts';
import { isShownToAll } from './live-jobs.ts';
import { liveItemsOf, messagesOf, votesVersionOf } from './live-messages.ts';
import { getLiveState, openChannels } from './live-state.ts';
import { endChannels, moveChannel, renewChannel } from './move-channel.ts';
import type { TellPorts } from './tell-ports.ts';
import {
  addWaiting,
  claimTurn,
  claimWaitingJob,
  endWaitingJob,
  mayWait,
  MOST_TOLD,
  removeWaiting,
  waitingFor,
} from './turns.ts';

/** Until there may be room again among those who wait. */
const CROWDED_SECONDS = 10;

/**
 * Tells those who have an event open what changed in it. Items are read when it is told, so that it is what holds then; to
 * repeat it is safe.
 */
export async function tellListeners(job: LiveJob, ports: TellPorts): Promise<void> {
  const { eventId } = job;
  const event = await readEvent(eventId);
  if (job.kind === 'move') return event ? moveChannel(job, ports) : endChannels(eventId, ports);
  if (!event) return;
  await (job.kind === 'waiting' ? tellWaiting(job, event, ports) : tellChanged(job, event, ports));
  await renewChannel(eventId, ports);
}

type ChangedJob = Extract<LiveJob, { kind: 'changed' }>;

async function tellChanged({ items, votes, gone }: ChangedJob, event: EventRecord, ports: TellPorts) {
  await tellGone(event, gone, ports);
  await tellInTurn({ event, topic: 'items' }, items, ports);
  await tellInTurn({ event, topic: 'votes' }, votes, ports);
}

type About = { readonly event: EventRecord; readonly topic: Topic };

/** What comes during a pause is told together after it. */
async function tellInTurn({ event, topic }: About, ids: readonly string[], ports: TellPorts): Promise<void> {
  if (ids.length === 0) return;
  const about = { eventId: event.id, topic };
  const turn = await claimTurn({ ...about, now: ports.now() });
  if (turn === undefined) await tellLater(about, ids, ports);
  else await tellAll({ event, topic }, { ids, turn }, ports);
}

/** @returns whether they wait for the next turn; false where too many wait already */
async function tellLater(
  about: { readonly eventId: string; readonly topic: Topic },
  ids: readonly string[],
  ports: TellPorts,
): Promise<boolean> {
  const state = await getLiveState(about.eventId);
  const hasRoom = mayWait(state, about.topic);
  if (hasRoom) await addWaiting(about, { ids, turn: state.turn }, ports.now());
  if (await claimWaitingJob({ ...about, now: ports.now() }))
    await ports.resend({ kind: 'waiting', ...about }, PAUSE_SECONDS[about.topic]);
  return hasRoom;
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
  const all = [...new Set([...ids, ...waiting.ids])];
  const [media, counts] = await Promise.all([readItems(all), readCounts(eventId, turn)]);
  const shown = media.filter(isShownToAll);
  const parts =
    topic === 'items'
      ? {
          gone: goneOf(all, media),
          items: await liveItemsOf(shown, { event, now: ports.now(), tagSecret: state.tagSecret }),
        }
      : { votes: shown.map((one) => ({ id: one.id, count: one.voteCount, version: votesVersionOf(one) })) };
  await publishTo(openChannels(eventId, state, ports.now()), messagesOf(parts, counts), ports);
  await removeWaiting({ eventId, topic }, waiting.entries);
  const now = ports.now();
  if (waiting.entries.length === MOST_TOLD && (await claimWaitingJob({ eventId, topic, now })))
    await ports.resend({ kind: 'waiting', eventId, topic }, PAUSE_SECONDS[topic]);
}

/** At once. What goes within the pause after that is told with the items, as soon as these are. */
async function tellGone(event: EventRecord, ids: readonly string[], ports: TellPorts): Promise<void> {
  if (ids.length === 0) return;
  const { id: eventId } = event;
  const turn = await claimTurn({ eventId, topic: 'gone', now: ports.now() });
  if (turn === undefined) {
    const isWaiting = await tellLater({ eventId, topic: 'items' }, ids, ports);
    // Nothing that is gone is left out: where too much waits, it comes back.
    if (!isWaiting)
      await ports.resend({ kind: 'changed', eventId, items: [], votes: [], gone: [...ids] }, CROWDED_SECONDS);
    return;
  }
  const [state, left, counts] = await Promise.all([
    getLiveState(eventId),
    readItems(ids),
    readCounts(eventId, turn),
  ]);
  const gone = goneOf(ids, left);
  await publishTo(openChannels(eventId, state, ports.now()), messagesOf({ gone }, counts), ports);
}

/** Those of some items that were shown to everybody and are not any more. @param left what is left of them */
function goneOf(ids: readonly string[], left: readonly MediaRecord[]): NonNullable<LiveMessage['gone']> {
  const byId = new Map(left.map((media) => [media.id, media]));
  return ids.flatMap((id) => {
    const media = byId.get(id);
    if (media?.status === 'approved') return [];
    return [media ? { id, version: media.statusVersion } : { id }];
  });
}

/**
 * The counts that everybody may see. Whoever has a later turn reads later than what the jobs of all earlier turns are about
 * was written, so that the latest turn's counts hold.
 */
async function readCounts(eventId: string, turn: number): Promise<NonNullable<LiveMessage['counts']>> {
  const { counts } = sumMediaCounts(await readMediaCounts(eventId, { consistent: true }));
  return { approved: counts.approved, voted: counts.voted, version: turn };
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
