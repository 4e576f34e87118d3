import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { FIRST_SORT } from '../../../../shared/contract/first-data.ts';
import { call } from '../../lib/call.ts';
import type { MediaPage, MediaPages } from './media-pages.ts';
import { arrivalsIn } from './merge-pages.ts';
import { type GuestFields, mediaPage, newsKey } from './queries.ts';

/** As many items as one call answers. */
const MOST_TOLD = 200;
const FIRST_PAUSE_MS = 20_000;
const LONGEST_PAUSE_MS = 120_000;

/** What was seen of an event when it was last looked at. */
export type News = {
  readonly mediaCount: number;
  /** Its newest items, since their number changed for the first time. */
  readonly fresh: MediaPage | null;
  /** Looks in a row that found nothing. */
  readonly quietLooks: number;
};

/** How long to wait before an event is looked at again: longer, the longer nothing has happened. */
export const pauseMs = (quietLooks: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** quietLooks);

type NewsInput = { eventId: string; guest: GuestFields; mediaCount: number };

/**
 * Looks every now and then whether an event holds more than is shown, while somebody sees the page and there is a network.
 * A look asks for the event alone; only where its number of items changed are they asked for.
 */
export function newsQuery(client: QueryClient, { eventId, guest, mediaCount }: NewsInput) {
  const queryKey = [...newsKey(eventId), guest] as const;
  const initialData: News = { mediaCount, fresh: null, quietLooks: 0 };
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<News> => {
      const last = client.getQueryData<News>(queryKey) ?? initialData;
      // A look that fails found nothing, and the next one is as much later.
      const seen = await look(last, { eventId, guest, signal }).catch(() => undefined);
      return seen ?? { ...last, quietLooks: last.quietLooks + 1 };
    },
    initialData,
    refetchInterval: ({ state }) => pauseMs(state.data?.quietLooks ?? 0),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    networkMode: 'online',
  });
}

type LookInput = { eventId: string; guest: GuestFields; signal: AbortSignal };

/** @returns undefined where nothing has changed */
async function look(last: News, { eventId, guest, signal }: LookInput): Promise<News | undefined> {
  const { mediaCount } = await call('GET /api/events/{eventId}', {
    params: { eventId },
    query: guest,
    signal,
  });
  if (mediaCount === last.mediaCount) return undefined;
  const page = { cursor: null, limit: MOST_TOLD, signal };
  const fresh = await mediaPage({ eventId, sortBy: FIRST_SORT, guest }, page);
  return { mediaCount, fresh, quietLooks: 0 };
}

/** What the last look saw and the list does not hold. */
export function arrivalsOf({ fresh }: News, list: Pick<MediaPages, 'pages'> | undefined): MediaView[] {
  return fresh && list ? arrivalsIn(list, fresh, FIRST_SORT) : [];
}

/** `"3 new photos"`; `"200+ new photos"` where there are more than one look sees. */
export function newsWords(arrivals: number, { fresh }: News): string {
  const isMore = fresh?.nextCursor != null && arrivals === fresh.items.length;
  return `${arrivals}${isMore ? '+' : ''} new ${arrivals === 1 ? 'photo' : 'photos'}`;
}
