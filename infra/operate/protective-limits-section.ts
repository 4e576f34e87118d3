import { rateLimitOf, UNPROVEN } from '../../functions/domain/rate-limits.ts';
import { endpoints } from '../../functions/manifest/calls.ts';
import { DAY_SECONDS } from '../cost/strangers-line.ts';
import {
  firewallCallsADay,
  usdOfEdgeRequests,
  usdOfManyAddresses,
  workerDays,
  worstCallDays,
} from '../cost/worst-day.ts';
import { FLOOD_LIMIT } from '../edge/flood-limit.ts';
import type { Stage } from '../stages/stages.ts';
import { amountLimits } from './amount-limits-section.ts';

/** A limit that keeps somebody from costing too much, or from being in others' way. */
export type ProtectiveLimit = {
  readonly what: string;
  readonly value: string;
  readonly protects: string;
  /** What using it up for a day costs, in US dollars; undefined if it cannot be used up, or costs nothing by itself. */
  readonly usd: number | undefined;
};

const count = (value: number): string => value.toLocaleString('en-US');

/** By call id, for each call that has a rate limit. */
const protects: Readonly<Record<string, string>> = {
  'accept-co-host-link': 'codes of links from being guessed',
  'block-person': "the rows that count an event's places",
  'calculate-highlights': 'the table from reading thousands of items over and over',
  'cast-vote': 'the rows of one photo, and the list by votes',
  'claim-guest': 'the table from moving things to and fro',
  'create-checkout': 'Stripe, which limits how often it is asked',
  'create-co-host-link': 'the table from links without end',
  'create-event': 'the table from events without end',
  'issue-event-code': 'the table from looking for codes over and over',
  'dismiss-co-host': 'the same as naming co-hosts',
  'delete-event': 'the table from deletions that are begun over and over',
  'delete-guest': 'the same',
  'delete-media': 'the rows that count an event, and CloudFront from invalidations without end',
  'delete-sessions': 'the table from looking for sessions over and over',
  'delete-user': 'the table from reading all that somebody owns over and over',
  'find-event-by-code': 'codes of events from being guessed',
  'get-numbers': 'the table from reading thousands of items over and over',
  'hand-over-event': "the rows of an event's hosts",
  'issue-guest-upload': 'the bucket from files that nobody saves',
  'issue-live-ticket': 'the bill from subscriptions without end; this is the tickets alone',
  'issue-upload': 'the bucket from files that nobody saves',
  'record-browser-report': 'the log, and what the dashboard shows',
  'join-event': 'the rows that count an event, from being asked for nothing',
  'list-events': 'the table from reading thousands of events over and over',
  'list-people': 'the table from searching thousands of people over and over',
  'measure-archive': 'the table from reading thousands of items over and over',
  'moderate-event': 'the table and the bucket from moving files to and fro',
  'moderate-media': 'the same',
  'block-recent-guests': 'the table from counting and blocking over and over',
  'remove-idle-people': 'the table from counting and removing over and over',
  'name-co-host': "the event's row, which all its calls read",
  'refund-payment': 'Stripe, which limits how often it is asked',
  'revoke-co-host-links': 'the table from looking for links over and over',
  'restore-person': "the rows that count an event's places",
  'save-guest-media': 'the table, the bucket and the workers',
  'save-media': 'the table, the bucket and the workers',
  'start-archive': 'the workers from ZIPs without end',
  'subscribe-push': 'the table, and the push services',
  'update-event': 'the row that all of an event read',
  'withdraw-vote': 'the rows of one photo, and the list by votes',
};

/** One row for each rate limit. @throws Error for a call whose limit has no reason here */
function rateLimits(stage: Stage): ProtectiveLimit[] {
  const days = new Map(worstCallDays(stage).map((day) => [day.id, day]));
  return endpoints.flatMap(({ id }) => {
    const [limit, reason] = [rateLimitOf(id), protects[id]];
    if (!limit) return [];
    if (reason === undefined) throw new Error(`What the limit of ${id} protects is not said.`);
    const usual: Record<number, string> = { 60: 'a minute', 3600: 'an hour' };
    const seconds = usual[limit.windowSeconds] ?? `in ${limit.windowSeconds / 60} minutes`;
    const requests = (limit.max * DAY_SECONDS) / limit.windowSeconds;
    const day = days.get(id);
    const most = day ? Math.min(day.requests, requests) * day.usdPerRequest : undefined;
    return [
      {
        what: `\`${id}\``,
        value: `${count(limit.max)} ${seconds}, by ${limit.by}`,
        protects: reason,
        usd: most,
      },
    ];
  });
}

/** Every limit that keeps a stranger from costing too much. A new one is a row here or in amount-limits-section.ts. */
export function protectiveLimits(stage: Stage): ProtectiveLimit[] {
  const { ratePerSecond } = stage.throttle;
  const cheapest = Math.min(...worstCallDays(stage).map(({ usdPerRequest }) => usdPerRequest));
  return [
    ...rateLimits(stage),
    {
      what: 'A call that is limited by person, for everybody without a name at one address',
      value: `${count(UNPROVEN.max)} a minute`,
      protects: 'as its own limit, and lets a venue ask from one address',
      usd: undefined,
    },
    ...amountLimits(stage),
    ...workerDays.map(({ id, places, usd }) => ({
      what: `Places of \`${id}\``,
      value: `${places} at once`,
      protects: 'the bill, and the other functions; work waits',
      usd,
    })),
    {
      what: 'Calls and event pages of one client at one address, at the firewall',
      value: `${count(FLOOD_LIMIT.ofClient)} in ${FLOOD_LIMIT.seconds / 60} minutes; clients are told apart by how they open TLS`,
      protects: 'a venue from being shut out together with one program',
      usd: undefined,
    },
    {
      what: 'Calls and event pages from one address, at the firewall',
      value: `${count(FLOOD_LIMIT.ofAddress)} in ${FLOOD_LIMIT.seconds / 60} minutes`,
      protects: 'everything behind it; this is the cheapest call, the dearer ones are below',
      usd: firewallCallsADay * cheapest,
    },
    {
      what: 'All requests from one address, at the firewall',
      value: `${count(FLOOD_LIMIT.ofEverything)} in ${FLOOD_LIMIT.seconds / 60} minutes`,
      protects: 'the bill, from requests for tiny files',
      usd: usdOfEdgeRequests,
    },
    {
      what: "Calls at the gateway's throttle",
      value: `${count(ratePerSecond)} a second, whoever asks`,
      protects: 'the Lambdas and the bill, from all addresses together',
      usd: usdOfManyAddresses(stage),
    },
  ];
}
