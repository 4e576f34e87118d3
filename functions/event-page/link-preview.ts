import { eventErrors } from '../../shared/event-error-messages.ts';
import { SITE_DESCRIPTION, SITE_NAME } from '../../shared/site.ts';
import { formatDay } from '../../shared/values/calendar-day.ts';
import { may, accessOf } from '../domain/access.ts';
import type { EventRecord } from '../domain/records.ts';

/** What a link to an event shows where it is pasted, and whether search engines may index it. */
export type LinkPreview = {
  readonly title: string;
  readonly description: string;
  readonly isIndexed: boolean;
  /** Whether the event has a picture at its picture URL. */
  readonly hasPicture: boolean;
};

/** Of the day: who reads a preview is not known. */
const ANY_LANGUAGE = 'en-US';

/** About as much as chat apps show. */
const DESCRIPTION_LENGTH = 200;

/** The site's own preview, for pages that reveal nothing of an event. */
export const SITE_PREVIEW: LinkPreview = {
  title: SITE_NAME,
  description: SITE_DESCRIPTION,
  isIndexed: false,
  hasPicture: false,
};

/** A private event for somebody who is not signed in. */
export const LOCKED_PREVIEW: LinkPreview = {
  ...SITE_PREVIEW,
  title: eventErrors[401].title,
  description: eventErrors[401].text,
};

/** The preview for viewers who may see the event. */
export function linkPreviewOf(event: EventRecord, photos: { approved: number }): LinkPreview {
  const words = [
    formatDay(event.date, ANY_LANGUAGE),
    event.description?.replaceAll(/\s+/g, ' ').trim(),
  ].filter(Boolean);
  return {
    title: event.name,
    description: words.length > 0 ? clipped(words.join(' · ')) : SITE_PREVIEW.description,
    isIndexed: event.privacy === 'public',
    hasPicture: mayShowPicture(event) && photos.approved > 0,
  };
}

/** Anonymous programs see pictures of public events only, and only if anybody may see the media. */
export function mayShowPicture(event: EventRecord): boolean {
  return event.privacy === 'public' && may('see-media', accessOf({ kind: 'anonymous' }, event, undefined));
}

function clipped(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH) return text;
  const whole = text.slice(0, DESCRIPTION_LENGTH + 1).replace(/\s+\S*$/, '');
  // One long word, or none at all; never half of a surrogate pair.
  const part = whole.length > DESCRIPTION_LENGTH ? whole.slice(0, DESCRIPTION_LENGTH) : whole;
  return `${part.replace(/[\uD800-\uDBFF]$/, '')}…`;
}
