import type { EventNumbers } from '../../shared/contract/numbers.ts';
import { type Caller, personOfKey } from '../domain/caller.ts';
import { type MediaListing, listMediaFor } from '../gallery/list-media.ts';
import { type DownloadCounts, getDownloadCounts } from '../table/download-counts.ts';
import type { EventContext } from '../table/event-context.ts';
import { listNames } from '../table/people.ts';
import { currentTally } from './current-tally.ts';
import { MOST_COUNTED, type Tally } from './tally.ts';

const MOST_ITEMS = 6;
/** So many photos are in the picture that a host shares. */
const IN_PICTURE = 3;

/** An event's numbers for one of its hosts, and `Set-Cookie` values that open the items' files. */
export async function eventNumbersFor(
  context: EventContext,
  asked: { caller: Caller; now: Date },
): Promise<{ numbers: EventNumbers; cookies: readonly string[] }> {
  const [{ tally, countedAt }, lists, downloads] = await Promise.all([
    currentTally(context, asked.now),
    listLiked(context, asked),
    getDownloadCounts(context.event.id),
  ]);
  const { step, points, senderCount, peopleCount, itemCount, videoCount } = tally;
  const isWhole = itemCount < MOST_COUNTED;
  const numbers: EventNumbers = {
    asOf: countedAt,
    itemCount: isWhole ? itemCount : context.counts.approved + context.counts.pending,
    photoCount: isWhole ? itemCount - videoCount : null,
    videoCount: isWhole ? videoCount : null,
    senderCount,
    peopleCount,
    step,
    points: [...points],
    senders: await withNames(tally.senders),
    topItems: lists.top.items,
    newestItems: lists.newest?.items ?? [],
    downloads: downloadsView(downloads),
  };
  return { numbers, cookies: lists.top.cookies };
}

const downloadsView = ({
  zipPeople,
  full,
  chat,
  single,
  singlePeople,
}: DownloadCounts): EventNumbers['downloads'] => ({
  all: { people: zipPeople, full, chat },
  single: { times: single, people: singlePeople },
});

async function listLiked(
  context: EventContext,
  asked: { caller: Caller; now: Date },
): Promise<{ top: MediaListing; newest: MediaListing | undefined }> {
  const approved = { status: 'approved', limit: MOST_ITEMS } as const;
  const top = await listMediaFor(context, { ...approved, sortBy: 'votes' }, asked);
  if (top.items.length >= IN_PICTURE) return { top, newest: undefined };
  return { top, newest: await listMediaFor(context, { ...approved, sortBy: 'uploadedAt' }, asked) };
}

async function withNames(senders: Tally['senders']): Promise<EventNumbers['senders']> {
  const names = await listNames(senders.map(({ person }) => person));
  return senders.map(({ person, itemCount }) => {
    const who = personOfKey(person);
    const id = who.kind === 'user' ? who.userId : who.guestId;
    return { id, kind: who.kind, name: names.get(person)?.name ?? null, itemCount };
  });
}
