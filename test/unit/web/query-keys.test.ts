import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { queryKeys } from '../../../web/src/lib/query-keys.ts';

const FACTORY = 'web/src/lib/query-keys.ts';
const CHANGES = 'web/src/changes/';

/** The files of the web app that have such code, and in which line. */
async function filesWith(pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob('web/src/**/*.{ts,tsx}')) {
    const lines = readFileSync(path, 'utf8').split('\n');
    lines.forEach((line, index) => pattern.test(line) && found.push(`${path}:${index + 1} ${line.trim()}`));
  }
  return found.filter((line) => !line.startsWith(FACTORY)).toSorted();
}

it('every key of a query comes from the factory', async () => {
  expect(await filesWith(/queryKey:\s*\[|(?:get|set)Quer(?:y|ies)(?:Data|State)(?:<[^(]*>)?\(\s*\[/)).toEqual(
    [],
  );
  expect(await filesWith(/\bqueryKey:\s*(?!queryKeys\.|QueryKey\b|[a-zA-Z.]*[qQ]ueryKey\b)\S/)).toEqual([]);
});

/** Files outside that write to the cache: data that comes with the page, and what a look for new photos has read. */
const WRITERS = ['web/src/lib/query-client.ts', 'web/src/features/gallery/media-cache.ts'];
const READERS = [...WRITERS, 'web/src/features/gallery/live-updates.ts'];

const outside = async (pattern: RegExp, known: readonly string[]) =>
  (await filesWith(pattern)).filter((line) => ![CHANGES, ...known].some((path) => line.startsWith(path)));

it('what a change makes stale is said where changes are', async () => {
  expect(
    await outside(/\.(?:invalidate|remove|reset|cancel)Queries\(|\.setQueriesData\(|query\.setState\(/, []),
  ).toEqual([]);
  expect(await outside(/\.setQueryData[<(]|\.refetchQueries\(/, WRITERS)).toEqual([]);
  expect(await outside(/change-log\.ts/, READERS)).toEqual([]);
});

it('only the lists of one kind begin with its key, so that no other is changed with it', () => {
  const guest = { guestId: 'gst_1' };
  const keys = [
    queryKeys.session,
    queryKeys.events,
    queryKeys.publicEvents,
    queryKeys.event('evt_1'),
    queryKeys.event('evt_2'),
    queryKeys.people('evt_1'),
    queryKeys.payments('evt_1'),
    queryKeys.gallery({ eventId: 'evt_1', sortBy: 'votes', guest }),
    queryKeys.gallery({ eventId: 'evt_1', sortBy: 'votes', guest: {} }),
    queryKeys.liveUpdates({ eventId: 'evt_1', guest }),
    queryKeys.mediaByStatus('evt_1', 'pending'),
    queryKeys.contributions({ eventId: 'evt_1', of: 'mine', guest }),
    queryKeys.timeline({ eventId: 'evt_1', guest }),
    queryKeys.highlights({ eventId: 'evt_1', guest }),
    queryKeys.item({ eventId: 'evt_1', mediaId: 'med_1', guest }),
  ].map((key) => JSON.stringify(key).slice(0, -1));
  for (const key of keys)
    expect(keys.filter((other) => other.startsWith(`${key},`) || other === key)).toEqual([key]);
});
