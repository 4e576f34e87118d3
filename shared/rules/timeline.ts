import type { MediaView } from '../contract/entities.ts';

/** Hours in one moment of the timeline, thumbnails per moment, and items on the whole page. */
export const MOMENT_HOURS = 2;
export const MOMENT_THUMBNAILS = 6;
export const TIMELINE_LIMIT = 100;

export const UNKNOWN_DATE = 'Unknown Date';

/** Moments are named by their order, the first eight by name. */
const MOMENT_TITLES = [
  'Getting Started',
  'The Energy Builds',
  'Peak Moments',
  'Special Memories',
  'Grand Finale',
  'Celebration Continues',
  'Final Moments',
  'Lasting Impressions',
] as const;

/** The time zone and locale to use; both default to the viewer's own. */
export type Viewer = { readonly timeZone?: string; readonly locale?: string };

export type Moment<Item> = {
  readonly number: number;
  readonly title: string;
  /** The day and the two hours, like `Sat, Jun 20, 2:00 PM – 4:00 PM`. */
  readonly label: string;
  /** `2:00 PM - 3 moment(s)`. */
  readonly description: string;
  readonly items: readonly Item[];
  readonly thumbnails: readonly Item[];
  /** `+3 more photos`, or null where all are shown. */
  readonly more: string | null;
};

/** `Map.groupBy`, which some phones that the site supports lack. */
function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Groups items by two hours of the viewer's day, keeping the order that they come in. */
export function momentsOf<Item extends Pick<MediaView, 'uploadedAt'>>(
  items: readonly Item[],
  viewer: Viewer = {},
): Moment<Item>[] {
  const hourOf = hourReader(viewer);
  const buckets = groupBy(items, ({ uploadedAt }) => {
    const { day, hour } = hourOf(uploadedAt);
    return `${day} ${String(hour - (hour % MOMENT_HOURS)).padStart(2, '0')}`;
  });
  return [...buckets].map(([key, bucket], index) => momentOf({ index, key, items: bucket }, viewer));
}

function momentOf<Item>(
  bucket: { index: number; key: string; items: readonly Item[] },
  viewer: Viewer,
): Moment<Item> {
  // Day and hour are already the viewer's wall time: formatting them as UTC keeps them unchanged, and spares
  // the labels from days of 23 or 25 hours.
  const start = new Date(`${bucket.key.replace(' ', 'T')}:00:00Z`);
  const end = new Date(start.getTime() + MOMENT_HOURS * 3_600_000);
  const time = formatter(viewer, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  const day = formatter(viewer, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
  const { items } = bucket;
  const hidden = items.length - MOMENT_THUMBNAILS;
  return {
    number: bucket.index + 1,
    title: MOMENT_TITLES[bucket.index] ?? `Moment ${bucket.index + 1}`,
    label: `${day.format(start)}, ${time.format(start)} – ${time.format(end)}`,
    description: `${time.format(start)} - ${items.length} moment(s)`,
    items,
    thumbnails: items.slice(0, MOMENT_THUMBNAILS),
    more: hidden > 0 ? `+${hidden} more photos` : null,
  };
}

type Captured = Pick<MediaView, 'capturedAt' | 'capturedAtZone'>;

export type CaptureDay<Item> = {
  /** `2026-06-20`, or empty for items without a date. */
  readonly day: string;
  readonly title: string;
  readonly items: readonly Item[];
};

/**
 * Groups items by the day they were captured, oldest day first and undated ones last. For a camera that recorded no
 * zone, its wall time counts.
 */
export function captureDaysOf<Item extends Captured>(
  items: readonly Item[],
  viewer: Viewer = {},
): CaptureDay<Item>[] {
  const inZone = hourReader(viewer);
  const onTheWall = hourReader({ ...viewer, timeZone: 'UTC' });
  const days = groupBy(items, ({ capturedAt, capturedAtZone }) => {
    if (capturedAt === null || Number.isNaN(Date.parse(capturedAt))) return '';
    return (capturedAtZone === 'local' ? onTheWall : inZone)(capturedAt).day;
  });
  const title = formatter(viewer, { dateStyle: 'long', timeZone: 'UTC' });
  return [...days]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || (a < b ? -1 : 1))
    .map(([day, group]) => ({
      day,
      title: day === '' ? UNKNOWN_DATE : title.format(new Date(`${day}T00:00:00Z`)),
      items: group,
    }));
}

/** A day's heading, `June 20, 2026 | 3 photos`. `isOpen` where more of that day may follow. */
export function captureDayHeading(day: { title: string; count: number; mayContinue?: boolean }): string {
  const count = `${day.count}${day.mayContinue ? '+' : ''}`;
  return `${day.title} | ${count} ${count === '1' ? 'photo' : 'photos'}`;
}

/** Reads day and hour of an instant on the viewer's clock. */
function hourReader(viewer: Viewer): (instant: string) => { day: string; hour: number } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: viewer.timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return (instant) => {
    const parts = Object.fromEntries(
      format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
    );
    return { day: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) };
  };
}

function formatter(viewer: Viewer, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(viewer.locale, options);
}
