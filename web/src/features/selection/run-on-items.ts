import type { MediaView } from '../../../../shared/contract/entities.ts';
import { statusOf } from '../../lib/call.ts';

/** What has become of something that was done with several items. */
export type Outcome = {
  readonly done: readonly MediaView[];
  /** Those that it was not done with, also as it ended before. */
  readonly left: readonly MediaView[];
  /** Why it failed with one of them, the first. */
  readonly error?: unknown;
};

/** Whether the next item would fail as well: nobody answers, the viewer is not who it is done for, or it is too much. */
function isFinal(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status === 401 || status === 429;
}

/**
 * Does something with one item after the other. One that fails leaves the others to be done, unless they would fail as well:
 * what the viewer may not do with an item, they may not do with any, or at least not with any that is theirs or others' alike.
 */
export async function runOnItems(
  items: readonly MediaView[],
  run: (item: MediaView) => Promise<void>,
): Promise<Outcome> {
  const done: MediaView[] = [];
  const failures: unknown[] = [];
  const forbidden = new Set<boolean>();
  for (const item of items) {
    if (forbidden.has(item.isOwn)) continue;
    try {
      await run(item);
      done.push(item);
    } catch (error) {
      failures.push(error);
      if (isFinal(error)) break;
      if (statusOf(error) === 403) forbidden.add(item.isOwn);
    }
  }
  const left = items.filter((item) => !done.includes(item));
  return { done, left, ...(failures.length > 0 && { error: failures[0] }) };
}
