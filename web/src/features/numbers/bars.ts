import type { EventNumbers } from '../../../../shared/contract/numbers.ts';
import { STEP_MS } from '../../../../shared/values/number-steps.ts';

/** What one bar stands for. */
export type Bar = { readonly from: Date; readonly items: number; readonly people: number };

export type Bars = {
  /** How long each bar's time is. */
  readonly unit: 'hour' | 'days';
  /** Of the days' bars, how many days each holds. */
  readonly days: number;
  /** The zone in which they are named; the viewer's own where absent. */
  readonly timeZone: 'UTC' | undefined;
  /** Whether days are named with their year: they are of several. */
  readonly withYear: boolean;
  /** From the first upload to the last, without gaps. */
  readonly bars: readonly Bar[];
  /** People who came before the first bar, and after the last. */
  readonly peopleBefore: number;
  readonly peopleAfter: number;
};

const MOST_BARS = 48;
const DAYS = [1, 7, 28, 364] as const;

/**
 * The bars of an event's charts: hours for a party, days in the viewer's zone for what takes longer, and so on.
 * @returns undefined while there are no uploads
 */
export function barsOf({ step, points }: Pick<EventNumbers, 'step' | 'points'>): Bars | undefined {
  const uploads = points.filter(({ items }) => items > 0).map(({ at }) => new Date(at));
  const [first, last] = [uploads[0], uploads.at(-1)];
  if (!first || !last) return undefined;
  const hours = (last.getTime() - first.getTime()) / STEP_MS.hour + 1;
  if (step === 'hour' && hours <= MOST_BARS) {
    const hourOf = (at: Date) => (at.getTime() - first.getTime()) / STEP_MS.hour;
    const from = (bar: number) => new Date(first.getTime() + bar * STEP_MS.hour);
    return {
      unit: 'hour',
      days: 0,
      timeZone: undefined,
      withYear: false,
      ...filled(points, { count: hours, indexOf: hourOf, from }),
    };
  }
  // Days that the server put together are UTC's.
  const timeZone = step === 'hour' ? undefined : 'UTC';
  const dayOf = (at: Date) => daysBetween(first, at, timeZone);
  const span = dayOf(last) + 1;
  const days = DAYS.find((each) => span / each <= MOST_BARS) ?? 364;
  const from = (bar: number) => dayAfter(first, bar * days, timeZone);
  const indexOf = (at: Date) => Math.floor(dayOf(at) / days);
  const count = indexOf(last) + 1;
  const yearOf = (bar: number) => dateOf(from(bar), timeZone)[0];
  const withYear = yearOf(0) !== yearOf(count - 1);
  return { unit: 'days', days, timeZone, withYear, ...filled(points, { count, indexOf, from }) };
}

type Axis = { count: number; indexOf: (at: Date) => number; from: (bar: number) => Date };

function filled(points: EventNumbers['points'], { count, indexOf, from }: Axis) {
  const bars = Array.from({ length: count }, (_, bar) => ({ from: from(bar), items: 0, people: 0 }));
  let [peopleBefore, peopleAfter] = [0, 0];
  for (const { at, items, people } of points) {
    const index = indexOf(new Date(at));
    const bar = bars[index];
    if (bar) {
      bar.items += items;
      bar.people += people;
    } else if (index < 0) peopleBefore += people;
    else peopleAfter += people;
  }
  return { bars, peopleBefore, peopleAfter };
}

const dateOf = (at: Date, timeZone: 'UTC' | undefined): [number, number, number] =>
  timeZone
    ? [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
    : [at.getFullYear(), at.getMonth(), at.getDate()];

/** By the calendar: a day of summer time's change has 23 or 25 hours. */
const daysBetween = (first: Date, at: Date, timeZone: 'UTC' | undefined): number =>
  (Date.UTC(...dateOf(at, timeZone)) - Date.UTC(...dateOf(first, timeZone))) / STEP_MS.day;

function dayAfter(first: Date, days: number, timeZone: 'UTC' | undefined): Date {
  const [year, month, day] = dateOf(first, timeZone);
  return timeZone ? new Date(Date.UTC(year, month, day + days)) : new Date(year, month, day + days);
}

/** How a bar's time is written. Hours are UTC's: where clocks differ from it by half an hour, they begin at half past. */
export function labelOf(
  bar: Bar,
  { unit, days, timeZone, withYear }: Pick<Bars, 'unit' | 'days' | 'timeZone' | 'withYear'>,
): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(undefined, { ...options, timeZone }).format(bar.from);
  const monthAndDay = { month: 'short', day: 'numeric' } as const;
  if (unit === 'hour') {
    const minute = bar.from.getMinutes() === 0 ? undefined : '2-digit';
    return format({ ...monthAndDay, hour: 'numeric', minute });
  }
  const day = format({ ...monthAndDay, year: withYear ? 'numeric' : undefined });
  if (days === 1) return day;
  return days < 364
    ? `${day} and ${days - 1} days after`
    : `${format({ month: 'short', year: 'numeric' })} and a year after`;
}
