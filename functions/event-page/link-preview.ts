import { eventErrors } from '../../shared/event-error-messages.ts';
import { SITE_DESCRIPTION, SITE_NAME } from '../../shared/site.ts';
import { formatDay } from '../../shared/values/calendar-day.ts';
import type { EventRecord } from '../domain/records.ts';
import { picturePath, type PictureWords, pictureWordsOf } from '../domain/link-picture.ts';

/** What a link to an event shows where it is pasted, and whether search engines may index it. */
export type LinkPreview = {
  readonly title: string;
  readonly description: string;
  readonly isIndexed: boolean;
  /** What its picture shows, in words. */
  readonly pictureText: string;
  /** The picture's path. */
  readonly picturePath: string;
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
  pictureText: SITE_NAME,
  picturePath: picturePath(undefined),
};

/** A private event for somebody who is not signed in. */
export const LOCKED_PREVIEW: LinkPreview = {
  ...SITE_PREVIEW,
  title: eventErrors[401].title,
  description: eventErrors[401].text,
};

/** The preview for viewers who may see the event. Its picture is what everybody may know of it. */
export function linkPreviewOf(event: EventRecord): LinkPreview {
  const words = [
    formatDay(event.date, ANY_LANGUAGE),
    event.description?.replaceAll(/\s+/g, ' ').trim(),
  ].filter(Boolean);
  return {
    title: event.name,
    description: words.length > 0 ? clipped(words.join(' · ')) : SITE_PREVIEW.description,
    isIndexed: event.privacy === 'public',
    pictureText: pictureText(pictureWordsOf(event)),
    picturePath: picturePath(event),
  };
}

const pictureText = (words: PictureWords | undefined): string =>
  words ? [words.name, words.date].filter(Boolean).join(', ') : SITE_NAME;

function clipped(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH) return text;
  const whole = text.slice(0, DESCRIPTION_LENGTH + 1).replace(/\s+\S*$/, '');
  // One long word, or none at all; never half of a surrogate pair.
  const part = whole.length > DESCRIPTION_LENGTH ? whole.slice(0, DESCRIPTION_LENGTH) : whole;
  return `${part.replace(/[\uD800-\uDBFF]$/, '')}…`;
}
