import {
  type InfiniteData,
  InfiniteQueryObserver,
  type QueryClient,
  QueryObserver,
} from '@tanstack/react-query';
import type { EventView, MediaView } from '../../../shared/contract/entities.ts';
import type { PersonView } from '../../../shared/contract/people.ts';
import { itemsOf, type MediaPages } from '../../../web/src/changes/media-pages.ts';
import { contributionsQuery } from '../../../web/src/features/contributions/queries.ts';
import { eventsQuery } from '../../../web/src/features/events/event-list-query.ts';
import { eventQuery, placeQuery } from '../../../web/src/features/events/queries.ts';
import { itemQuery } from '../../../web/src/features/gallery/item-query.ts';
import { mediaQuery } from '../../../web/src/features/gallery/queries.ts';
import { highlightsQuery } from '../../../web/src/features/highlights/queries.ts';
import { publicEventsQuery } from '../../../web/src/features/landing/queries.ts';
import { mediaByStatusQuery } from '../../../web/src/features/moderation/queries.ts';
import { paymentsQuery } from '../../../web/src/features/payments/queries.ts';
import { checkoutQuery } from '../../../web/src/features/payments/use-checkout.ts';
import { idleCountQuery, recentCountQuery } from '../../../web/src/features/people/remove-people.ts';
import { coHostsQuery, peopleQuery, peopleSearchQuery } from '../../../web/src/features/people/queries.ts';
import { timelineQuery } from '../../../web/src/features/timeline/queries.ts';

/** What people see of an item: where it is, whether it is pending, and its heart. */
const tile = ({ id, status, voteCount, hasVoted }: MediaView) =>
  `${id} ${status} ${voteCount}${hasVoted ? ' mine' : ''}`;
const tiles = (items: MediaView[]) => items.map(tile);
const pagedTiles = (data: MediaPages) => tiles(itemsOf(data.pages));
const facts = ({ name, privacy, mediaCount, votedCount, pendingCount, rejectedCount, ...event }: EventView) =>
  [
    name,
    privacy,
    mediaCount,
    votedCount,
    pendingCount,
    rejectedCount,
    event.highlightCount,
    event.role,
    event.date,
    event.price,
    event.isPaused,
    event.showsFirstNames,
    event.moderationEnabled,
  ].join();
const card = ({ name, privacy, mediaCount, date }: EventView) => [name, privacy, mediaCount, date].join();
const person = ({ id, standing, isBlocked, hasPaid, uploadCount }: PersonView) =>
  [id, standing, isBlocked, hasPaid, uploadCount].join();
const itemsOfPages = (data: InfiniteData<{ items: any }>) => data.pages.flatMap(({ items }) => items);

const EVENT = { eventId: 'evt_1', guest: {} };
/** The same lists for a viewer who is a guest, whose keys are others. */
const AS_GUEST = { eventId: 'evt_1', guest: { guestId: 'gst_1', token: 'token' } };

/** A screen of the web app: the query behind it, and what it shows of its data. */
export type Screen = {
  readonly options: any;
  readonly isPaged: boolean;
  readonly show: (data: any) => unknown;
};

const one = (options: object, show: Screen['show']): Screen => ({ options, show, isPaged: false });
const paged = (options: object, show: Screen['show']): Screen => ({ options, show, isPaged: true });

export const screens: Readonly<Record<string, Screen>> = {
  'gallery, Recent': paged(mediaQuery({ ...EVENT, sortBy: 'uploadedAt' }), pagedTiles),
  'gallery, Top Voted': paged(mediaQuery({ ...EVENT, sortBy: 'votes' }), pagedTiles),
  'gallery, Timeline': paged(mediaQuery({ ...EVENT, sortBy: 'capturedAt' }), pagedTiles),
  "a guest's gallery, Recent": paged(mediaQuery({ ...AS_GUEST, sortBy: 'uploadedAt' }), pagedTiles),
  "a guest's gallery, Timeline": paged(mediaQuery({ ...AS_GUEST, sortBy: 'capturedAt' }), pagedTiles),
  "a guest's highlights": one(highlightsQuery(AS_GUEST), tiles),
  "a guest's timeline page": one(timelineQuery(AS_GUEST), tiles),
  "a guest's own uploads": paged(contributionsQuery({ ...AS_GUEST, of: 'mine' }), pagedTiles),
  "a guest's place": one(placeQuery('evt_1', AS_GUEST.guest), Boolean),
  "a guest's checkout": one(checkoutQuery({ ...AS_GUEST, person: 'gst_1' }), ({ url }) => url),
  highlights: one(highlightsQuery(EVENT), tiles),
  'large view of a linked photo': one(itemQuery({ ...EVENT, mediaId: 'med_7' }), tile),
  'your uploads': paged(contributionsQuery({ ...EVENT, of: 'mine' }), pagedTiles),
  'moderation, of one person': paged(mediaByStatusQuery('evt_1', 'pending', 'gst_1'), pagedTiles),
  'uploads of one person': paged(contributionsQuery({ ...EVENT, of: 'gst_1' }), pagedTiles),
  'timeline page': one(timelineQuery(EVENT), tiles),
  'moderation, pending': paged(mediaByStatusQuery('evt_1', 'pending'), pagedTiles),
  'moderation, rejected': paged(mediaByStatusQuery('evt_1', 'rejected'), pagedTiles),
  "event's header and owner's tools": one(eventQuery('evt_1'), facts),
  "joined event's header": one(eventQuery('evt_3'), facts),
  dashboard: one(eventsQuery, (events: EventView[]) => events.map(card)),
  'public events': paged(publicEventsQuery, (data) => itemsOfPages(data).map(card)),
  people: paged(peopleQuery('evt_1'), (data) => itemsOfPages(data).map(person)),
  'people, searched': paged(peopleSearchQuery('evt_1', 'usr'), (data) => itemsOfPages(data).map(person)),
  'co-hosts': one(coHostsQuery('evt_1'), (people: PersonView[]) => people.map(person)),
  'people without uploads, counted': one(idleCountQuery('evt_1'), ({ people }) => String(people)),
  'recent guests, counted': one(recentCountQuery('evt_1', { lastMinutes: 10 }), ({ people }) =>
    String(people),
  ),
  payments: paged(paymentsQuery('evt_1'), (data) =>
    itemsOfPages(data).map(({ payments, totals }: any) => [payments[0].amountRefunded, totals.net].join()),
  ),
};

export function screenOf(name: string): Screen {
  const screen = screens[name];
  if (!screen) throw new Error(`no screen ${name}`);
  return screen;
}

/** Opens a screen. @returns what it shows, undefined while it loads, and how to leave it */
export function openScreen(client: QueryClient, { options, isPaged, show }: Screen) {
  const observer = isPaged
    ? new InfiniteQueryObserver<any, any, any, any, any>(client, options)
    : new QueryObserver<any, any, any, any, any>(client, options);
  const leave = observer.subscribe(() => {});
  const shown = () => {
    const { data } = observer.getCurrentResult();
    return data === undefined ? undefined : show(data);
  };
  return { shown, leave, observer };
}
