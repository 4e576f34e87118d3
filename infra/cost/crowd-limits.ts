import { totalUploadLimit } from '../../functions/domain/event-limits.ts';
import { NEW_GUESTS, NEW_PEOPLE, NEW_PEOPLE_OF_ADDRESS } from '../../functions/domain/newcomer-pace.ts';
import { rateLimitOf } from '../../functions/domain/rate-limits.ts';
import { FLOOD_LIMIT } from '../edge/flood-limit.ts';
import { quotas } from '../quotas/quotas.ts';
import type { Stage } from '../stages/stages.ts';
import { type Phase, phases } from './crowd.ts';
import {
  demandOf,
  type Partition,
  ratesOf,
  ROLL_UPS_PER_SECOND,
  smallestCrowd,
  votesPerSecond,
} from './crowd-demand.ts';
import { limitsFor } from './service-limits.ts';
import { type SharedPartition, sharedPartitions } from './shared-partitions.ts';

/** A limit, the crowd that meets it and by what, and what then happens. */
export type CrowdLimit = {
  readonly what: string;
  readonly limit: number;
  readonly unit: string;
  /** Guests at once; undefined if none that the model knows. */
  readonly guests: number | undefined;
  readonly by: string;
  readonly effect: string;
};

const WORK_IS_PROVEN =
  'Nobody is refused: the browsers of the next prove work, 0.1 to 1.3 s of a cheap phone on average.';
const READS_WAIT = 'Slower, then 503.';
const WRITES_WAIT = 'Slower, then 503. What was acknowledged stands.';
const INDEX_WAITS = 'Slower, then 503, for all that would change the list.';

type Met = { readonly guests: number | undefined; readonly by: string };

/** The phase in which the smallest crowd meets something. */
function firstMet(among: readonly Phase[], isMet: (phase: Phase, guests: number) => boolean): Met {
  const met = among
    .flatMap((phase) => {
      const guests = smallestCrowd((crowd) => isMet(phase, crowd));
      return guests === undefined ? [] : [{ guests, by: phase.name }];
    })
    .toSorted((a, b) => a.guests - b.guests);
  return met[0] ?? { guests: undefined, by: '' };
}

/** Calls a second that the firewall lets one address make all the time. */
const FLOOD = FLOOD_LIMIT.ofAddress / FLOOD_LIMIT.seconds;
const FLOODED = ', while one address asks for its first page as often as the firewall lets it';

function partitionLimit(
  { partition, what, isOfOnePhoto, isFlooded }: SharedPartition,
  kind: Partition['kind'],
): CrowdLimit[] {
  const limit = quotas[kind === 'read' ? 'partitionReadUnits' : 'partitionWriteUnits'].value;
  const among = phases.filter((phase) => !isOfOnePhoto || phase.isAboutOnePhoto);
  const isIndex = !partition.startsWith('table');
  const effect = kind === 'read' ? READS_WAIT : isIndex ? INDEX_WAITS : WRITES_WAIT;
  const limitWith = (flood: number, how = ''): CrowdLimit[] => {
    const met = firstMet(
      among,
      (phase, guests) => demandOf({ phase, guests, flood }, { partition, kind }) >= limit,
    );
    if (met.guests === undefined) return [];
    const name = `${kind === 'read' ? 'Reads' : 'Writes'} of ${what}${how}`;
    return [{ what: name, limit, unit: 'units a second', ...met, effect }];
  };
  return [...limitWith(0), ...(isFlooded && kind === 'read' ? limitWith(FLOOD, FLOODED) : [])];
}

const scarcestFirst = (limits: readonly CrowdLimit[]): CrowdLimit[] =>
  limits.toSorted((a, b) => (a.guests ?? Infinity) - (b.guests ?? Infinity));

/** What one event takes, the limit that the smallest crowd meets first. */
export function eventLimits({ limits }: Stage): CrowdLimit[] {
  const rolled = firstMet(phases, (phase, guests) => votesPerSecond(phase, guests) >= ROLL_UPS_PER_SECOND);
  return scarcestFirst([
    ...sharedPartitions.flatMap((one) => [...partitionLimit(one, 'read'), ...partitionLimit(one, 'write')]),
    {
      what: 'Votes that are rolled up at once',
      limit: ROLL_UPS_PER_SECOND,
      unit: 'a second',
      ...rolled,
      effect:
        'Counts of others and the order by votes come later. No vote is lost, and everybody sees their own.',
    },
    {
      what: 'Guests of an event, and as many people with accounts',
      limit: limits.peoplePerEvent,
      unit: 'people',
      guests: limits.peoplePerEvent,
      by: 'first acts',
      effect: 'Whoever comes later may look, but is answered 403 `event_full` at their first vote or upload.',
    },
    {
      what: 'New guests from one address',
      limit: NEW_GUESTS.max,
      unit: `in ${NEW_GUESTS.windowSeconds / 60} minutes`,
      guests: NEW_GUESTS.max,
      by: 'one each',
      effect: WORK_IS_PROVEN,
    },
    {
      what: 'New people of an event',
      limit: NEW_PEOPLE.max,
      unit: `a minute, ${NEW_PEOPLE_OF_ADDRESS.max} of them from one address`,
      guests: NEW_PEOPLE_OF_ADDRESS.max,
      by: 'first acts',
      effect: WORK_IS_PROVEN,
    },
    ...personLimits(limits.uploadsPerPerson),
  ]);
}

/** What one person may do in an event; no crowd changes that. */
function personLimits(uploads: number): CrowdLimit[] {
  const [votes, saves] = [rateLimitOf('cast-vote'), rateLimitOf('save-guest-media')];
  const each = { guests: undefined, by: '' };
  const effect = 'Answered 429 with `Retry-After`.';
  return [
    { what: 'Votes of one person', limit: votes?.max ?? 0, unit: 'a minute', ...each, effect },
    { what: 'Saves of one person', limit: saves?.max ?? 0, unit: 'a minute', ...each, effect },
    {
      what: 'Items of one person',
      limit: uploads,
      unit: `at a time, ${totalUploadLimit(uploads).toLocaleString('en-US')} in all`,
      ...each,
      effect: 'Answered 403 `upload_limit`. The owner has no limit.',
    },
  ];
}

/** What a stage and its account take, with guests of all events together. */
export function stageLimits(stage: Stage): CrowdLimit[] {
  const known = phases.flatMap((phase) => limitsFor(ratesOf(phase, 1), { stage }));
  const byName = new Map(known.map((limit) => [limit.what, limit]));
  const found = [...byName.values()].map(({ what, limit, unit, effect }) => {
    const met = firstMet(phases, (phase, guests) => {
      const one = limitsFor(ratesOf(phase, guests), { stage }).find((other) => other.what === what);
      return one !== undefined && one.needed >= one.limit;
    });
    return { what, limit, unit, ...met, effect };
  });
  return scarcestFirst([...found, ...floodLimits]);
}

type Flood = Pick<CrowdLimit, 'what' | 'limit' | 'effect'> & { counted?: 'callsPerSecond' | 'edgePerSecond' };

const floodLimit = ({ what, limit, effect, counted = 'callsPerSecond' }: Flood): CrowdLimit => ({
  what: `${what}, as the firewall counts them`,
  limit,
  unit: `in ${FLOOD_LIMIT.seconds / 60} minutes`,
  ...firstMet(
    phases.filter(({ isShort }) => !isShort),
    (phase, guests) => ratesOf(phase, guests)[counted] * FLOOD_LIMIT.seconds >= limit,
  ),
  effect,
});

const floodLimits = [
  floodLimit({
    what: 'Calls from one address by browsers that are all the same',
    limit: FLOOD_LIMIT.ofClient,
    effect: 'Those with that browser at that address are answered 403 until it is calmer.',
  }),
  floodLimit({
    what: 'Calls from one address',
    limit: FLOOD_LIMIT.ofAddress,
    effect: 'All who share the address are answered 403 until it is calmer.',
  }),
  floodLimit({
    what: 'Requests from one address, pictures included',
    limit: FLOOD_LIMIT.ofEverything,
    counted: 'edgePerSecond',
    effect: 'All who share the address are answered 403 until it is calmer.',
  }),
];
