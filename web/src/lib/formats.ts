import { formatCount } from '../../../shared/rules/count-text.ts';

type Style = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle' | 'timeZone'>;
const formatters = new Map<string, Intl.DateTimeFormat>();

// Building a formatter costs about 50 µs and a gallery asks thousands of times.
function formatter(style: Style): Intl.DateTimeFormat {
  const key = `${style.dateStyle} ${style.timeStyle} ${style.timeZone}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(undefined, style);
  formatters.set(key, known);
  return known;
}

/** An instant in a style of its own; undefined where it is missing or none. */
export function format(instant: string | null | undefined, style: Style): string | undefined {
  const date = new Date(instant ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : formatter(style).format(date);
}

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
  return day ? format(`${day}T00:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' }) : undefined;
}

/** `"1 photo"`, `"12 photos"`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `"Private"` for `"private"`. */
export function privacyLabel(privacy: string): string {
  return privacy.charAt(0).toUpperCase() + privacy.slice(1);
}
