import type { MediaView } from '../../shared/contract/entities.ts';
import { MEDIA_PAGE_LIMIT } from '../../shared/values/media-page-limit.ts';
import type { SignedIn } from '../fixtures/users-and-guests.ts';
import type { Ledger } from './crowd-ledger.ts';

/** How what is found differs from what guests were told. */
export type Findings = {
  readonly items: { readonly acknowledged: number; readonly found: number };
  readonly votes: { readonly cast: number; readonly counted: number };
  /** Items and votes that were acknowledged and are not there. */
  readonly lost: number;
  /** Items and votes that are there twice. */
  readonly doubled: number;
  /** Items that nobody sent. */
  readonly unknown: number;
  /** Items without renditions. */
  readonly unfinished: number;
  /** By how much the event's own counts are wrong. */
  readonly miscounted: number;
  /** Items with votes that are missing in "Top Voted", or in a wrong place there. */
  readonly misplaced: number;
};

/** Looks at everything in the event as its owner. */
export async function compare(owner: SignedIn, eventId: string, ledger: Ledger): Promise<Findings> {
  const listed = await walk(owner, `/api/events/${eventId}/media?limit=${MEDIA_PAGE_LIMIT}`);
  const ranked = await walk(owner, `/api/events/${eventId}/media?sortBy=votes&limit=${MEDIA_PAGE_LIMIT}`);
  const event = (await owner.get(`/api/events/${eventId}`)).json;
  const items = compareItems(listed, ledger);
  const votes = compareVotes(listed, ledger);
  const voted = listed.filter(({ voteCount }) => voteCount > 0).length;
  return {
    items: { acknowledged: ledger.savedFiles().size, found: listed.length },
    votes: { cast: votes.cast, counted: votes.counted },
    lost: items.lost + votes.lost,
    doubled: items.doubled + votes.doubled,
    unknown: listed.filter(({ originalName }) => !ledger.wasSent(originalName ?? '')).length,
    unfinished: listed.filter(({ state }) => state !== 'ready').length,
    miscounted: Math.abs(event.mediaCount - listed.length) + Math.abs(event.votedCount - voted),
    misplaced: misplacedIn(ranked) + Math.abs(ranked.length - voted),
  };
}

/** All items of a list, page by page. @throws Error if a page is refused */
async function walk(owner: SignedIn, first: string): Promise<MediaView[]> {
  const items: MediaView[] = [];
  for (let next: string | undefined = first; next !== undefined;) {
    const address: string = next;
    const { status, json, headers, text } = await owner.get(address);
    if (status !== 200) throw new Error(`The owner's list answered ${status}: ${text}`);
    items.push(...(json as MediaView[]));
    next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  return items;
}

function compareItems(listed: readonly MediaView[], ledger: Ledger): { lost: number; doubled: number } {
  const ids = new Set(listed.map(({ id }) => id));
  const files = Map.groupBy(listed, ({ originalName }) => originalName ?? '');
  let [lost, doubled] = [0, listed.length - ids.size];
  for (const known of ledger.savedFiles().values()) for (const id of known) if (!ids.has(id)) lost += 1;
  for (const items of files.values()) doubled += new Set(items.map(({ id }) => id)).size - 1;
  return { lost, doubled };
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, each) => all + each, 0);

function compareVotes(listed: readonly MediaView[], ledger: Ledger) {
  const counts = new Map(listed.map(({ id, voteCount }) => [id, voteCount]));
  const differences = [...new Set([...counts.keys(), ...ledger.votedItems().keys()])].map(
    (id) => (counts.get(id) ?? 0) - ledger.votesFor(id),
  );
  return {
    cast: sum([...ledger.votedItems().values()].map(({ size }) => size)),
    counted: sum(counts.values()),
    lost: sum(differences.map((by) => Math.max(0, -by))),
    doubled: sum(differences.map((by) => Math.max(0, by))),
  };
}

/** How many items have more votes than the one before them. */
function misplacedIn(ranked: readonly MediaView[]): number {
  return ranked.filter(({ voteCount }, at) => voteCount > (ranked[at - 1]?.voteCount ?? Infinity)).length;
}
