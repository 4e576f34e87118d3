import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { FIRST_SORT } from '../../../../shared/contract/first-data.ts';
import { call } from '../../lib/call.ts';
import type { MediaPage, MediaPages } from './media-pages.ts';
import { newItemsIn } from './merge-pages.ts';
import { type GuestFields, mediaPage, liveUpdatesKey } from './queries.ts';

/** As many items as one call answers. */
const MAX_ITEMS = 200;
const FIRST_PAUSE_MS = 20_000;
const LONGEST_PAUSE_MS = 120_000;

/** What was seen of an event when it was last looked at. */
export type LiveUpdates = {
  readonly mediaCount: number;
  /** Its newest items, since their number changed for the first time. */
  readonly fresh: MediaPage | null;
  /** Looks in a row that found nothing. */
  readonly quietPolls: number;
};

/** How long to wait before an event is looked at again: longer, the longer nothing has happened. */
export const pollIntervalMs = (quietLooks: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** quietLooks);

type LiveUpdatesInput = { eventId: string; guest: GuestFields; mediaCount: number };

/**
 * Looks every now and then whether an event holds more than is shown, while somebody sees the page and there is a network.
 * A look asks for the event alone; only where its number of items changed are they asked for.
 */
export function liveUpdatesQuery(client: QueryClient, { eventId, guest, mediaCount }: LiveUpdatesInput) {
  const queryKey = [...liveUpdatesKey(eventId), guest] as const;
  const initialData: LiveUpdates = { mediaCount, fresh: null, quietPolls: 0 };
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<LiveUpdates> => {
      const last = client.getQueryData<LiveUpdates>(queryKey) ?? initialData;
      // A look that fails found nothing, and the next one is as much later.
      const seen = await pollEvent(last, { eventId, guest, signal }).catch(() => undefined);
      return seen ?? { ...last, quietPolls: last.quietPolls + 1 };
    },
    initialData,
    refetchInterval: ({ state }) => pollIntervalMs(state.data?.quietPolls ?? 0),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    networkMode: 'online',
  });
}

type PollInput = { eventId: string; guest: GuestFields; signal: AbortSignal };

/** @returns undefined where nothing has changed */
async function pollEvent(
  last: LiveUpdates,
  { eventId, guest, signal }: PollInput,
): Promise<LiveUpdates | undefined> {
  const { mediaCount } = await call('GET /api/events/{eventId}', {
    params: { eventId },
    query: guest,
    signal,
  });
  if (mediaCount === last.mediaCount) return undefined;
  const page = { cursor: null, limit: MAX_ITEMS, signal };
  const fresh = await mediaPage({ eventId, sortBy: FIRST_SORT, guest }, page);
  return { mediaCount, fresh, quietPolls: 0 };
}

/** What the last look saw and the list does not hold. */
export function newItemsOf({ fresh }: LiveUpdates, list: Pick<MediaPages, 'pages'> | undefined): MediaView[] {
  return fresh && list ? newItemsIn(list, fresh, FIRST_SORT) : [];
}

/** `"3 new photos"`; `"200+ new photos"` where there are more than one look sees. */
export function newItemsLabel(newCount: number, { fresh }: LiveUpdates): string {
  const isMore = fresh?.nextCursor != null && newCount === fresh.items.length;
  return `${newCount}${isMore ? '+' : ''} new ${newCount === 1 ? 'photo' : 'photos'}`;
}
