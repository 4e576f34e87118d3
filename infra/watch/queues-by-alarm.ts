import type { QueueName } from '../../functions/manifest/function-row.ts';
import { queues } from '../../functions/manifest/queues.ts';

/** Alarms of queues in which work waits too long, by what people notice of it. */
export type LateAlarmId = 'previews-late' | 'jobs-late';

/**
 * Which alarm rings for a queue. One alarm takes ten metrics (Amazon CloudWatch User Guide, "Create an alarm based on a
 * metric math expression"): two for each queue of previews and one more for videos, one for each other queue and for the stream.
 */
const alarmOf: Readonly<Record<QueueName, LateAlarmId>> = {
  // A photo passes the first two, and the third if it takes longer than most.
  originals: 'previews-late',
  media: 'previews-late',
  heavy: 'previews-late',
  videos: 'previews-late',
  moves: 'jobs-late',
  votes: 'jobs-late',
  archives: 'jobs-late',
  push: 'jobs-late',
  deletions: 'jobs-late',
  people: 'jobs-late',
  arrivals: 'jobs-late',
  live: 'jobs-late',
};

export const queuesOf = (id: LateAlarmId): QueueName[] =>
  queues.map(({ name }) => name).filter((name) => alarmOf[name] === id);
