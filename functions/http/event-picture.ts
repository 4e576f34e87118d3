import { eventPicture } from '../../shared/contract/link-preview.ts';
import { notFound } from '../domain/app-error.ts';
import { mayShowPicture } from '../event-page/link-preview.ts';
import { mediaOrder } from '../domain/media-cursor.ts';
import type { MediaRecord } from '../domain/records.ts';
import { signedRendition } from '../storage/rendition-urls.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { listMediaPage } from '../table/media-lists.ts';

/** How many items are checked for one that has a picture. */
const LOOKED_AT = 10;

export const handler = http(eventPicture, async ({ params, caller, now }) => {
  const { event } = await requireEventContext(params.eventId, caller);
  if (!mayShowPicture(event)) throw notFound();
  const photo = (await firstReady(event.id, 'votes')) ?? (await firstReady(event.id, 'uploadedAt'));
  if (!photo) throw notFound();
  return { status: 302, headers: { location: await signedRendition(photo.media, photo, now) } };
});

/** The most voted photo, or the first that was uploaded. */
async function firstReady(eventId: string, sortBy: 'votes' | 'uploadedAt') {
  const { items } = await listMediaPage({
    eventId,
    scopes: [{ status: 'approved', ownOnly: false }],
    viewer: undefined,
    order: mediaOrder(sortBy, sortBy === 'uploadedAt' ? 'asc' : undefined),
    after: undefined,
    limit: LOOKED_AT,
  });
  return items.map(largestOf).find((found) => found !== undefined);
}

function largestOf(media: MediaRecord) {
  const fileName = media.facts?.renditions.toSorted((a, b) => b.width - a.width)[0]?.name;
  // While an approved item's files are being moved there is nothing to show.
  return media.place === 'open' && fileName !== undefined
    ? { media, place: media.place, fileName }
    : undefined;
}
