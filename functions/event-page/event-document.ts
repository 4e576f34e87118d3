import type { UserView } from '../../shared/contract/entities.ts';
import { getUser } from '../../shared/contract/sign-in.ts';
import { getEvent } from '../../shared/contract/events.ts';
import { FIRST_PAGE_LENGTH, type FirstData } from '../../shared/contract/first-data.ts';
import { listMedia } from '../../shared/contract/media.ts';
import { FIRST_SORT } from '../../shared/values/sort-orders.ts';
import { may } from '../domain/access.ts';
import { type LinkPreview, LOCKED_PREVIEW, linkPreviewOf, SITE_PREVIEW } from './link-preview.ts';
import { eventViewOf } from '../gallery/views.ts';
import { listMediaFor, type MediaListing } from '../gallery/list-media.ts';
import { siteUrl } from '../aws/addresses.ts';
import type { Identity } from '../sign-in/identify-caller.ts';
import { type EventContext, getGalleryContext } from '../table/event-context.ts';
import type { Filling } from './fill-document.ts';
import { headOf } from './head.ts';
import { type EventPageAddress, isForSearch, isGallery } from './page-address.ts';
import { knownTextsOf } from './known-texts.ts';

/** The event page for one viewer. */
export type EventDocument = {
  readonly status: 200 | 404;
  readonly isIndexed: boolean;
  readonly filling: Filling;
  /** Whether the page begins with photos, so that it is worth drawing them here. */
  readonly hasPhotos: boolean;
  readonly cookies: readonly string[];
};

type Viewer = Identity & { readonly now: Date; readonly language: string };

/**
 * Renders an event page with data from the same rows, access rule and contract as the calls that it replaces.
 * A viewer who may not see the event or its photos finds nothing of them in the page.
 */
export async function renderEventDocument(page: EventPageAddress, viewer: Viewer): Promise<EventDocument> {
  const user: UserView | null = viewer.user ? getUser.replies[200].parse(viewer.user) : null;
  const context = await getGalleryContext(page.eventId, viewer.caller);
  if (!context || !may('see-event', context.access)) {
    const isLocked = context?.access.role === 'anonymous';
    const preview = isLocked ? LOCKED_PREVIEW : SITE_PREVIEW;
    const filling = { head: headFor(page, preview), first: { user }, isGallery: isGallery(page) };
    return { status: context ? 200 : 404, isIndexed: false, filling, hasPhotos: false, cookies: [] };
  }
  const event = getEvent.replies[200].parse(eventViewOf(context));
  const listing = await firstListing(page, context, viewer);
  const items = listing && listMedia.replies[200].parse(listing.items);
  const media = items && { items, nextCursor: listing.nextCursor ?? null };
  const texts = knownTextsOf(event, items ?? [], viewer.language);
  const first: FirstData = { user, event, texts, ...(media && { media }) };
  const preview = linkPreviewOf(context.event);
  const isIndexed = preview.isIndexed && isForSearch(page);
  return {
    status: 200,
    isIndexed,
    filling: { head: headFor(page, { ...preview, isIndexed }), first, isGallery: isGallery(page) },
    hasPhotos: items !== undefined && items.length > 0,
    cookies: listing?.cookies ?? [],
  };
}

/**
 * The gallery's first items; undefined for other pages and for viewers who may not see them. A page of another order
 * begins without any, because the first ones are others there.
 */
async function firstListing(
  page: EventPageAddress,
  context: EventContext,
  viewer: Viewer,
): Promise<MediaListing | undefined> {
  if (!isGallery(page) || page.sortBy !== FIRST_SORT || !may('see-media', context.access)) return undefined;
  return listMediaFor(context, { sortBy: FIRST_SORT, limit: FIRST_PAGE_LENGTH }, viewer);
}

function headFor(
  { eventId, rest }: Pick<EventPageAddress, 'eventId' | 'rest'>,
  preview: LinkPreview,
): string {
  const site = siteUrl();
  return headOf({
    ...preview,
    address: `${site}/event/${eventId}${isForSearch({ rest }) ? rest : ''}`,
    site,
  });
}
