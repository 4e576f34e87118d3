import type { LiveJob } from '../domain/job-messages.ts';
import { CHANNEL_SECONDS, OVERLAP_SECONDS } from '../domain/live-update-times.ts';
import { channelOf } from './channel.ts';
import { advanceEpoch, getLiveState, noteMoveTold } from './live-state.ts';
import type { TellPorts } from './tell-ports.ts';

/**
 * Somebody may have lost access: the event gets another channel, to which only those who still have access find. One move
 * is enough for all who lost it before, and a move waits until the last one is long enough ago.
 */
export async function moveChannel(job: Extract<LiveJob, { kind: 'move' }>, ports: TellPorts): Promise<void> {
  const { eventId, at, pauseSeconds } = job;
  const now = ports.now();
  const state = await getLiveState(eventId);
  const movedMs = state.movedAt === undefined ? -Infinity : Date.parse(state.movedAt);
  const waitMs = movedMs + pauseSeconds * 1000 - now.getTime();
  const isDone = movedMs > Date.parse(at);
  if (isDone && state.toldEpoch >= state.epoch) return;
  if (!isDone && waitMs > 0) return ports.resend(job, Math.ceil(waitMs / 1000));
  const moved = isDone ? state : await advanceEpoch(eventId, state, now);
  // Another did it at this moment: this one is looked at again.
  if (!moved) return ports.resend(job, 1);
  // Also if it is done: it may have failed after that, however long ago.
  for (let epoch = Math.min(moved.toldEpoch, moved.epoch - 1); epoch < moved.epoch; epoch += 1)
    await ports.publish(channelOf({ eventId, epoch }), [{ moved: true }]);
  await noteMoveTold(eventId, moved.epoch);
}

/** Once a channel has been there for its time, it moves with what is told of the event next: by a job, which is repeated if it fails. */
export async function renewChannel(eventId: string, ports: TellPorts): Promise<void> {
  const { tagSecret, begunAt, movedAt } = await getLiveState(eventId);
  // Nobody has had a ticket.
  if (tagSecret === undefined) return;
  const at = movedAt ?? begunAt ?? new Date(0).toISOString();
  if (ports.now().getTime() - Date.parse(at) >= CHANNEL_SECONDS * 1000)
    await ports.resend({ kind: 'move', eventId, at, pauseSeconds: OVERLAP_SECONDS }, 0);
}

/** The event is deleted: its listeners ask for their next ticket in vain. Nothing is written, which nobody would remove. */
export async function endChannels(eventId: string, { publish }: TellPorts): Promise<void> {
  const { epoch: last, toldEpoch } = await getLiveState(eventId);
  for (let epoch = Math.min(toldEpoch, last); epoch <= last; epoch += 1)
    await publish(channelOf({ eventId, epoch }), [{ moved: true }]);
}
