import { fitTogether, MOST_PICTURES, type Size } from './spread-layout.ts';
import { ratioOf, type WallItem } from './wall-item.ts';

/** What the wall has shown, and what it owes. */
export type Schedule = {
  /** How many spreads there were. */
  readonly spreads: number;
  /** By item, the number of the last spread that it was in. */
  readonly lastShown: ReadonlyMap<string, number>;
  /** Items that came while the wall was open and have not been shown, the first to come first. */
  readonly arrivals: readonly string[];
};

export const EMPTY_SCHEDULE: Schedule = { spreads: 0, lastShown: new Map(), arrivals: [] };

/** How many spreads lie between two with the same picture, where there are enough pictures. */
export const REST_SPREADS = 20;

/** One to three pictures that are shown together. */
export type Spread = {
  readonly items: readonly WallItem[];
  /** Whether they came while the wall was open, and are shown for the first time. */
  readonly isArrival: boolean;
};

export type Items = ReadonlyMap<string, WallItem>;

/** Notes an item that has come. It is next, after those that came before. */
export function withArrival(schedule: Schedule, id: string): Schedule {
  return schedule.arrivals.includes(id) ? schedule : { ...schedule, arrivals: [...schedule.arrivals, id] };
}

/** Notes that a spread was shown. What is not among `known` any more is forgotten. */
export function withShown(
  { spreads, lastShown, arrivals }: Schedule,
  shown: Spread,
  known: { has: (id: string) => boolean },
): Schedule {
  const ids = new Set(shown.items.map(({ id }) => id));
  const before = [...lastShown].filter(([id]) => known.has(id) && !ids.has(id));
  return {
    spreads: spreads + 1,
    lastShown: new Map([...before, ...[...ids].map((id) => [id, spreads] as const)]),
    arrivals: arrivals.filter((id) => known.has(id) && !ids.has(id)),
  };
}

type Choice = { readonly items: Items; readonly stage: Size; readonly random: () => number };

/**
 * What is shown next: what has just come, then what was never shown, then what has rested, the more often the more votes
 * it has. Pictures that leave much of the stage empty stand beside others of their kind.
 * @param items those that can be shown now
 * @returns undefined if there are none
 */
export function nextSpread(schedule: Schedule, choice: Choice): Spread | undefined {
  const arrivals = schedule.arrivals.flatMap((id) => choice.items.get(id) ?? []);
  if (arrivals.length > 0) return { items: firstTogether(arrivals, choice.stage), isArrival: true };
  const classes = byTurn(schedule, choice.items);
  const lead = draw(classes.find((items) => items.length > 0) ?? [], choice.random);
  return lead && { items: withPartners(lead, classes, choice), isArrival: false };
}

/** As many from the beginning as stand well together: nobody is overtaken. */
function firstTogether(arrivals: readonly WallItem[], stage: Size): WallItem[] {
  for (let count = MOST_PICTURES; count > 1; count -= 1) {
    const first = arrivals.slice(0, count);
    if (first.length === count && standTogether(first, stage)) return first;
  }
  return arrivals.slice(0, 1);
}

const standTogether = (items: readonly WallItem[], stage: Size): boolean =>
  items.every(({ kind }) => kind === 'picture') && fitTogether(items.map(ratioOf), stage);

/** What was never shown, what has rested, and of the others those that have rested longest. */
function byTurn({ spreads, lastShown }: Schedule, items: Items): [WallItem[], WallItem[], WallItem[]] {
  const unseen: WallItem[] = [];
  const rested: WallItem[] = [];
  let longest: WallItem[] = [];
  let oldest = Infinity;
  for (const item of items.values()) {
    const last = lastShown.get(item.id);
    if (last === undefined) unseen.push(item);
    else if (spreads - last > REST_SPREADS) rested.push(item);
    else if (last <= oldest) {
      if (last < oldest) longest = [];
      oldest = last;
      longest.push(item);
    }
  }
  return [unseen, rested, longest];
}

function withPartners(lead: WallItem, classes: readonly WallItem[][], { stage, random }: Choice): WallItem[] {
  const chosen = [lead];
  // What has not rested is shown again only where there is nothing else.
  for (const pool of classes.slice(0, 2)) {
    while (chosen.length < MOST_PICTURES) {
      const fitting = pool.filter(
        (item) => !chosen.includes(item) && standTogether([...chosen, item], stage),
      );
      const partner = draw(fitting, random);
      if (!partner) break;
      chosen.push(partner);
    }
  }
  return chosen;
}

/** One at random. Each vote counts as much as being there. */
function draw(items: readonly WallItem[], random: () => number): WallItem | undefined {
  let left = random() * items.reduce((sum, { voteCount }) => sum + 1 + voteCount, 0);
  for (const item of items) {
    left -= 1 + item.voteCount;
    if (left < 0) return item;
  }
  return items.at(-1);
}
