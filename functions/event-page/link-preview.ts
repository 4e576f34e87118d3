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

/** About as much as chat apps show. */
const DESCRIPTION_LENGTH = 200;

/** The site's own preview, for pages that reveal nothing of an event. */
export const SITE_PREVIEW: LinkPreview = {
  title: 'Gatherlens',
  description: "One link, everyone's pictures: shared photo and video galleries for events.",
  isIndexed: false,
  hasPicture: false,
};

/** A private event for somebody who is not signed in. */
export const LOCKED_PREVIEW: LinkPreview = {
  ...SITE_PREVIEW,
  title: 'Private Event',
  description: 'This is a private event. Please log in to view it.',
};

/** The preview for viewers who may see the event. */
export function linkPreviewOf(event: EventRecord, photos: { approved: number }): LinkPreview {
  const words = [formatDay(event.date), event.description?.replaceAll(/\s+/g, ' ').trim()].filter(Boolean);
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

/** A calendar day for readers of unknown language. It has no zone and never shifts. */
function formatDay(day: string | null): string | undefined {
  const date = new Date(`${day}T00:00:00Z`);
  if (day === null || Number.isNaN(date.getTime())) return undefined;
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
