import { formatCount } from '../../../shared/values/count-text.ts';

// Building a formatter costs about 50 µs and a list asks often.
let dayFormat: Intl.DateTimeFormat | undefined;

/**
 * How a day reads, where the page came with it: making the first formatter takes a phone a tenth of a second, which the
 * first screen does not have.
 */
let knownDay: { readonly day: string; readonly text: string } | undefined;

/** Uses a day's text instead of formatting the day. */
export function rememberDay(day: string, text: string): void {
  knownDay = { day, text };
}

/**
 * A calendar day in the viewer's own format. The day has no zone, so it is formatted as the UTC day it is
 * read as and shifts nowhere.
 * @param day `YYYY-MM-DD`
 * @returns undefined for a missing or impossible day
 */
export function formatDay(day: string | null | undefined): string | undefined {
  if (day && day === knownDay?.day) return knownDay.text;
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return undefined;
  dayFormat ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' });
  return dayFormat.format(date);
}

/** `"1 photo"`, `"12 photos"`. */
export function pluralize(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `"Private"` for `"private"`. */
export function privacyLabel(privacy: string): string {
  return privacy.charAt(0).toUpperCase() + privacy.slice(1);
}
