import { createHash } from 'node:crypto';
import { formatDay } from '../../shared/values/calendar-day.ts';
import { accessOf, may } from './access.ts';
import type { EventRecord } from './records.ts';

/** The address of pictures of links, as the gateway and CloudFront know it. */
export const PICTURE_ROUTE = '/link-preview/{subject}/{file}';

/** Pixels of the picture: what chat apps and X show without cropping. Source: Meta, "Images in Link Shares". */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;

/** How long the edge may go on with a picture that its event may no longer show: it has become private, or is gone. */
export const PICTURE_KEPT_SECONDS = 24 * 60 * 60;

/** In place of an event's id: the picture that says nothing of any event. */
export const SITE_SUBJECT = 'site';

/** To be raised whenever the picture is drawn differently: the edge and chats keep each address's picture. */
export const DRAWING_VERSION = 1;

/** Of the day: who reads a picture is not known. */
const ANY_LANGUAGE = 'en-US';

/** What a picture says of an event. */
export type PictureWords = { readonly name: string; readonly date: string | undefined };

/** @returns undefined for an event that anonymous programs may not see, and whose picture says nothing */
export function pictureWordsOf(event: EventRecord): PictureWords | undefined {
  if (!may('see-event', accessOf({ kind: 'anonymous' }, event, undefined))) return undefined;
  return { name: event.name, date: formatDay(event.date, ANY_LANGUAGE) };
}

/**
 * The path of an event's picture, or of the site's. It names what the picture says by a hash, so that another name has another
 * address, and nothing can be read from it.
 */
export function picturePath(event: EventRecord | undefined): string {
  const words = event && pictureWordsOf(event);
  const said = JSON.stringify([DRAWING_VERSION, words?.name, words?.date]);
  const version = createHash('sha256').update(said).digest('base64url').slice(0, 16);
  const subject = event && words ? event.id : SITE_SUBJECT;
  return PICTURE_ROUTE.replace('{subject}', subject).replace('{file}', `${version}.png`);
}
