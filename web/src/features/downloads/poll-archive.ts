import type { ArchiveView } from '../../../../shared/contract/downloads.ts';
import { CallError } from '../../lib/call.ts';

/** What following a ZIP needs from the outside. */
export type ArchiveCalls = {
  /** Asks for the ZIP of what is seen now: begins it, or finds the one that is under way. */
  start: () => Promise<ArchiveView>;
  /** How far one is. */
  get: (archiveId: string) => Promise<ArchiveView>;
  /** Resolves after so long; rejects where nobody waits any more. */
  pause: (milliseconds: number) => Promise<void>;
};

const FIRST_PAUSE_MS = 700;
const LONGEST_PAUSE_MS = 8000;
const GROWTH = 1.3;
/** Times without any progress, at the longest pauses about a minute, after which it is asked for anew. */
const STANDSTILL = 12;
/** How often photos may be taken away while their ZIP is made before this gives up. */
const MAX_OUTDATED = 6;

/**
 * Follows a ZIP until it is ready: asks with growing pauses, waits out a network that is away, and begins again where
 * photos were taken away meanwhile.
 * @throws CallError where it is refused; Error where it could not be made
 */
export async function pollArchive(
  calls: ArchiveCalls,
  onView: (view: ArchiveView) => void,
): Promise<ArchiveView> {
  let view: ArchiveView | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let outdated = 0;
  for (let still = 0; ; still += 1) {
    const isNew = view === undefined || view.state === 'outdated' || still >= STANDSTILL;
    const seen = view;
    view = (await answered(() => (isNew || !seen ? calls.start() : calls.get(seen.id)))) ?? view;
    if (view) onView(view);
    if (view?.state === 'ready') return view;
    if (view?.state === 'failed') throw new Error('The ZIP could not be made.');
    if (view?.state === 'outdated') outdated += 1;
    if (outdated > MAX_OUTDATED) throw new Error('The gallery changes too fast.');
    if (isNew || view?.doneBytes !== seen?.doneBytes) still = 0;
    await calls.pause(pauseMs);
    pauseMs = Math.min(pauseMs * GROWTH, LONGEST_PAUSE_MS);
  }
}

/** Undefined where the network or the server is away for the moment. */
async function answered(ask: () => Promise<ArchiveView>): Promise<ArchiveView | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    if (error instanceof CallError && (error.status >= 500 || error.status === 429)) return undefined;
    throw error;
  }
}
