/** Shown for a missing or invalid date. */
const UNKNOWN = 'Unknown';

// Creating a formatter takes about 50 µs, and a gallery formats thousands of dates.
const formatters = new Map<'UTC' | undefined, Intl.DateTimeFormat>();

function format(instant: string | null | undefined, timeZone?: 'UTC'): string {
  const date = new Date(instant ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return UNKNOWN;
  const known = formatters.get(timeZone);
  const formatter =
    known ?? new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  formatters.set(timeZone, formatter);
  return formatter.format(date);
}

/** Creates the formatter ahead of its first use. */
export function warmFormatters(): void {
  formatInstant(new Date(0).toISOString());
}

/** An instant in the viewer's time zone, or 'Unknown'. */
export function formatInstant(instant: string | null | undefined): string {
  return format(instant);
}

/**
 * The capture time, or 'Unknown'. Wall times without a known zone are transferred as UTC, and formatted as UTC, so that
 * they show what the camera's clock showed.
 */
export function formatCapturedAt(item: {
  capturedAt: string | null;
  capturedAtZone: 'utc' | 'offset' | 'local' | null;
}): string {
  return format(item.capturedAt, item.capturedAtZone === 'local' ? 'UTC' : undefined);
}
