import type { Archive } from './archive.ts';
import type { OfflineBelief } from './offline-belief.ts';
import type { Pace } from './pace.ts';
import type { QueuePorts } from './queue-ports.ts';
import type { Entry, Roster } from './roster.ts';
import { stepFailure } from './verdict.ts';

/** What of the queue a setback concerns. */
type Concerned = Pick<QueuePorts<never>, 'clock' | 'random' | 'onFailed'> & {
  readonly roster: Roster;
  readonly archive: Archive;
  readonly offline: OfflineBelief;
  readonly pace: Pace;
};

/**
 * What becomes of a file whose step did not work out: it is sent from its copy or once more, waits, or has failed.
 * @param setback.era of the pace when the try began
 * @param setback.uploader whose file it was then
 */
export async function setBack(
  entry: Entry,
  { error, era, uploader }: { error: unknown; era: number; uploader: string },
  parts: Concerned,
): Promise<void> {
  const { roster, archive, offline, pace } = parts;
  const failure = stepFailure('sending', error);
  if (failure.status === undefined) offline.unanswered();
  else if (!failure.isUnreadable) offline.answered();
  if (failure.isUnreadable && (await takeCopy(entry, parts))) return;
  if (entry.unwanted.signal.aborted) return;
  if (failure.isFinal && entry.job.uploader !== uploader) {
    // Somebody else was refused.
    roster.change(entry, { state: 'waiting' });
    return;
  }
  if (failure.isInVain && entry.blob && !entry.isSecondSending) {
    roster.startOver(entry);
    entry.isSecondSending = true;
    return;
  }
  if (!failure.isFinal) {
    pace.failed(era);
    roster.postpone(entry, parts.clock.now() + failure.retryAfterMs, parts.random);
    return;
  }
  const { step, message } = failure;
  roster.change(entry, { state: 'failed', failure: { step, message } });
  archive.note(() => roster.get(entry.job.id));
  parts.onFailed(entry.job);
}

/** A file that was moved, changed or taken back since it was chosen: its kept copy does as well. */
async function takeCopy(entry: Entry, { archive, roster }: Concerned): Promise<boolean> {
  const copy = entry.isCopy ? undefined : await archive.fileOf(entry.job.id);
  if (!copy) return false;
  entry.blob = copy;
  entry.isCopy = true;
  roster.change(entry, { state: 'waiting' });
  return true;
}
