import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { PersonKey } from '../domain/caller.ts';
import { expirySeconds } from '../domain/expiry.ts';
import { deleteRows, getRow } from './dynamo.ts';
import { type Key, keys } from './keys.ts';
import { additions, updateRow } from './update-row.ts';

/**
 * How many have downloaded from an event. Its rows have a partition of their own, so however many download, nobody who
 * saves or votes waits for it.
 */

/** A ZIP of all in one size of photos, or a single item. */
export type DownloadKind = 'full' | 'chat' | 'single';

/** So often one downloader is counted: with a ZIP of each size once, with single items a whole day's worth. */
export const MOST_COUNTED_DOWNLOADS: Readonly<Record<DownloadKind, number>> = {
  full: 1,
  chat: 1,
  single: 1000,
};

const DAY_SECONDS = 24 * 3600;
/** So long it is known of a person that they are counted. */
export const PERSON_KNOWN_SECONDS = 30 * DAY_SECONDS;

/** Who downloads: a person, or else, for a day, whoever has no name in the same network. */
export type Downloader = PersonKey | { readonly networkHash: string };

const downloaderRow = z.object({
  full: z._default(z.int(), 0),
  chat: z._default(z.int(), 0),
  single: z._default(z.int(), 0),
});

/**
 * Counts a download, as far as its downloader is not counted yet. Of who that is a pseudonym is kept, which goes by
 * itself. A run that dies in between counts one too few.
 */
export async function addDownload(
  { eventId, kind }: { eventId: string; kind: DownloadKind },
  downloader: Downloader,
  now: Date,
): Promise<void> {
  const isPerson = typeof downloader === 'string';
  const key = isPerson ? personsKey(eventId, downloader) : networksKey(eventId, downloader, now);
  const row = await updateRow(key, {
    UpdateExpression: 'ADD #kind :one SET expiresAtSeconds = if_not_exists(expiresAtSeconds, :end)',
    ConditionExpression: 'attribute_not_exists(#kind) OR #kind < :most',
    ExpressionAttributeNames: { '#kind': kind },
    ExpressionAttributeValues: {
      ':one': 1,
      ':most': MOST_COUNTED_DOWNLOADS[kind],
      ':end': expirySeconds(now, isPerson ? PERSON_KNOWN_SECONDS : DAY_SECONDS),
    },
    ReturnValues: 'ALL_NEW',
  });
  if (!row) return;
  const { full, chat, single } = downloaderRow.parse(row);
  const isFirst = (kind === 'single' ? single : full + chat) === 1;
  const people = kind === 'single' ? 'singlePeople' : 'zipPeople';
  // No condition: what a deleted event leaves, its deletion removes at the end.
  await updateRow(keys.downloadCounts(eventId), additions({ [kind]: 1, ...(isFirst && { [people]: 1 }) }));
}

const personsKey = (eventId: string, person: PersonKey): Key =>
  keys.downloader(eventId, hashOf(eventId, person));

const networksKey = (eventId: string, { networkHash }: { networkHash: string }, now: Date): Key =>
  keys.downloader(eventId, hashOf(eventId, networkHash, now.toISOString().slice(0, 10)));

const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('#')).digest('hex').slice(0, 32);

/** Forgets that somebody was counted, who stays counted. Safe to repeat. */
export const forgetDownloader = (eventId: string, person: PersonKey): Promise<void> =>
  deleteRows([personsKey(eventId, person)]);

const downloadCountsRow = z.object({
  zipPeople: z._default(z.int(), 0),
  full: z._default(z.int(), 0),
  chat: z._default(z.int(), 0),
  singlePeople: z._default(z.int(), 0),
  single: z._default(z.int(), 0),
});

/** How many people asked for a ZIP, and for one of each size; how often single items were downloaded, and by how many. */
export type DownloadCounts = z.output<typeof downloadCountsRow>;

export async function getDownloadCounts(eventId: string): Promise<DownloadCounts> {
  return downloadCountsRow.parse((await getRow(keys.downloadCounts(eventId))) ?? {});
}
