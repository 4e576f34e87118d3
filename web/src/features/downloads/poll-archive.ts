import type { ArchiveRefusal } from '../../../../shared/archive-messages.ts';
import type { ArchiveView } from '../../../../shared/contract/downloads.ts';
import { CallError } from '../../lib/call.ts';
import { isArchiveRefusal } from './archive-labels.ts';

/** What polling an archive needs from outside. */
export type ArchiveCalls = {
  /** Starts an archive of the gallery as it is now, or finds the one in progress. */
  start: () => Promise<ArchiveView>;
  get: (archiveId: string) => Promise<ArchiveView>;
  /** Resolves after this time; rejects once polling is aborted. */
  pause: (milliseconds: number) => Promise<void>;
};

/** What polling tells while it goes on. */
export type ArchiveListeners = {
  onView: (view: ArchiveView) => void;
  /** Called with each failure that is ridden out, until the next view. */
  onUnavailable?: (error: unknown) => void;
  /** No archive may be prepared yet; it is asked for again after this time. */
  onRefused?: (refusal: { why: ArchiveRefusal; afterMs: number }) => void;
};

const FIRST_PAUSE_MS = 700;
const LONGEST_PAUSE_MS = 8000;
const PAUSE_GROWTH = 1.3;
/** Polls without progress, about a minute at the longest pause, after which the archive is requested again. */
const MAX_STALLED_POLLS = 12;
/** How often an archive may become outdated while it is made, before polling gives up. */
const MAX_OUTDATED = 6;

/**
 * Polls an archive with growing pauses until it is ready. Rides out network failures, starts over when photos were
 * removed in the meantime, and waits where the server says from when there may be another.
 * @throws CallError if the request is refused; Error if the archive could not be made
 */
export async function pollArchive(
  calls: ArchiveCalls,
  { onView, onUnavailable = () => {}, onRefused = () => {} }: ArchiveListeners,
): Promise<ArchiveView> {
  let view: ArchiveView | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let outdatedCount = 0;
  for (let stalledPolls = 0; ; stalledPolls += 1) {
    // The archive to go on with. Without one, the next call starts one.
    const current = view?.state === 'outdated' || stalledPolls >= MAX_STALLED_POLLS ? undefined : view;
    const answer = await unlessUnavailable(
      () => (current ? calls.get(current.id) : calls.start()),
      onUnavailable,
    );
    if (answer && 'why' in answer) {
      onRefused(answer);
      [view, pauseMs] = [undefined, answer.afterMs];
    } else if (answer) {
      view = answer;
      onView(view);
      if (view.state === 'ready') return view;
      if (view.state === 'outdated') outdatedCount += 1;
      assertMayGoOn(view, outdatedCount);
      if (progressOf(view) !== progressOf(current)) stalledPolls = 0;
    }
    await calls.pause(pauseMs);
    pauseMs = Math.min(pauseMs * PAUSE_GROWTH, LONGEST_PAUSE_MS);
  }
}

/** Changes with all that was made or written. */
const progressOf = (view: ArchiveView | undefined): string => `${view?.making?.done} ${view?.doneBytes}`;

function assertMayGoOn({ state }: ArchiveView, outdatedCount: number): void {
  if (state === 'failed') throw new Error('The ZIP could not be made.');
  if (outdatedCount > MAX_OUTDATED) throw new Error('The gallery changes too fast.');
}

/** Undefined, after telling why, if the network or the server is temporarily unavailable. */
async function unlessUnavailable(
  request: () => Promise<ArchiveView>,
  onUnavailable: (error: unknown) => void,
): Promise<ArchiveView | { why: ArchiveRefusal; afterMs: number } | undefined> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof CallError && isArchiveRefusal(error.code))
      return { why: error.code, afterMs: (error.retryAfterSeconds ?? LONGEST_PAUSE_MS / 1000) * 1000 };
    const isBusy = error instanceof CallError && (error.status >= 500 || error.status === 429);
    if (!isBusy && !(error instanceof TypeError)) throw error;
    onUnavailable(error);
    return undefined;
  }
}
