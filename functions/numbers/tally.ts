import { NUMBER_STEPS, type NumberStep, STEP_MS } from '../../shared/values/number-steps.ts';
import type { PersonKey } from '../domain/caller.ts';

/** What is counted of an item. */
export type CountedItem = {
  readonly uploader: PersonKey;
  readonly uploadedAt: string;
  readonly isVideo: boolean;
};

/** What is counted of somebody with a membership. */
export type CountedPerson = {
  readonly person: PersonKey;
  /** When they took their place; absent for the owner, and for who has none. */
  readonly since?: string | undefined;
  /** Whether they have sent an item that was not rejected. */
  readonly hasSent: boolean;
};

/** Of a larger gallery only the first items are counted by time and sender. */
export const MOST_COUNTED = 10_000;

/** What came within one step, which begins at `at`. */
type Point = { readonly at: string; readonly items: number; readonly people: number };

/** An event's items and people, counted. */
export type Tally = {
  readonly itemCount: number;
  readonly videoCount: number;
  readonly senderCount: number;
  readonly peopleCount: number;
  readonly step: NumberStep;
  /** In order of time; those in which nothing came are left out. */
  readonly points: readonly Point[];
  /** Who sent most, the most first. */
  readonly senders: readonly { readonly person: PersonKey; readonly itemCount: number }[];
};

/** How many points a tally has before its steps become longer. */
export const MOST_POINTS = 400;
const MOST_SENDERS = 10;

/**
 * Counts an event's items and people. Where there are more items than are counted, those who sent the others are counted by
 * their memberships.
 */
export function tallyOf(items: readonly CountedItem[], people: readonly CountedPerson[]): Tally {
  const bySender = new Map<PersonKey, number>();
  for (const { uploader } of items) bySender.set(uploader, (bySender.get(uploader) ?? 0) + 1);
  const senders = [...bySender]
    .map(([person, itemCount]) => ({ person, itemCount }))
    .sort((a, b) => b.itemCount - a.itemCount || (a.person < b.person ? -1 : 1));
  const allSenders = new Set(bySender.keys());
  if (items.length >= MOST_COUNTED) {
    for (const { person, hasSent } of people) if (hasSent) allSenders.add(person);
  }
  const since = people.flatMap((person) => person.since ?? []);
  return {
    itemCount: items.length,
    videoCount: items.filter(({ isVideo }) => isVideo).length,
    senderCount: allSenders.size,
    peopleCount: since.length,
    ...timesOf(
      items.map(({ uploadedAt }) => uploadedAt),
      since,
    ),
    senders: senders.slice(0, MOST_SENDERS),
  };
}

/** In the shortest steps that make few enough points, or else in weeks. */
function timesOf(items: readonly string[], people: readonly string[]): Pick<Tally, 'step' | 'points'> {
  const pointsBy = (step: NumberStep) => pointsOf(STEP_MS[step], items, people);
  const short = NUMBER_STEPS.filter((step) => step !== 'week');
  for (const step of short) {
    const points = pointsBy(step);
    if (points.length <= MOST_POINTS) return { step, points };
  }
  return { step: 'week', points: pointsBy('week') };
}

function pointsOf(stepMs: number, items: readonly string[], people: readonly string[]): Point[] {
  const counts = new Map<number, { items: number; people: number }>();
  const add = (kind: 'items' | 'people') => (at: string) => {
    const begin = Math.floor(Date.parse(at) / stepMs) * stepMs;
    const point = counts.get(begin) ?? { items: 0, people: 0 };
    point[kind] += 1;
    counts.set(begin, point);
  };
  items.forEach(add('items'));
  people.forEach(add('people'));
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([begin, point]) => ({ at: new Date(begin).toISOString(), ...point }));
}
