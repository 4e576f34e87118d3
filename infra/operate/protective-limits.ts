import { SUBSCRIPTIONS_PER_PERSON, totalUploadLimit } from '../../functions/domain/event-limits.ts';
import {
  ARCHIVE_DAYS,
  COOKIE_SECONDS,
  SIGNED_URL_SECONDS,
  UPLOAD_DAYS,
} from '../../functions/domain/file-lifetimes.ts';
import { MODEL_QUESTIONS, rateLimitOf } from '../../functions/domain/rate-limits.ts';
import { MAX_BODY_BYTES, MAX_DEPTH } from '../../functions/http/kit/parse-request.ts';
import { endpoints } from '../../functions/manifest/calls.ts';
import { MAX_FILE_BYTES } from '../../shared/values/media-types.ts';
import {
  DAY_SECONDS,
  firewallCallsADay,
  usdOfManyAddresses,
  workerDays,
  worstCallDays,
} from '../cost/worst-day.ts';
import { FLOOD_LIMIT } from '../edge/flood-limit.ts';
import type { Stage } from '../stages/stages.ts';

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
  'calculate-highlights': 'the table from reading thousands of items over and over',
  'cast-vote': 'the rows of one photo, and the list by votes',
  'claim-guest': 'the table from moving things to and fro',
  'create-checkout': 'Stripe, which limits how often it is asked',
  'create-event': 'the table from events without end',
  'issue-guest-upload': 'the bucket from files that nobody saves',
  'issue-upload': 'the bucket from files that nobody saves',
  'record-browser-report': 'the log, and what the dashboard shows',
  'list-events': 'the table from reading thousands of events over and over',
  'list-people': 'the table from searching thousands of people over and over',
  'remove-idle-people': 'the table from counting and removing over and over',
  'refund-payment': 'Stripe, which limits how often it is asked',
  'save-guest-media': 'the table, the bucket and the workers',
  'save-media': 'the table, the bucket and the workers',
  'start-archive': 'the workers from ZIPs without end',
  'subscribe-push': 'the table, and the push services',
  'withdraw-vote': 'the rows of one photo, and the list by votes',
};

/** One row for each rate limit. @throws Error for a call whose limit has no reason here */
function rateLimits(stage: Stage): ProtectiveLimit[] {
  const days = new Map(worstCallDays(stage).map((day) => [day.id, day]));
  return endpoints.flatMap(({ id }) => {
    const [limit, reason] = [rateLimitOf(id), protects[id]];
    if (!limit) return [];
    if (reason === undefined) throw new Error(`What the limit of ${id} protects is not said.`);
    const seconds = limit.windowSeconds === 60 ? 'a minute' : `in ${limit.windowSeconds / 60} minutes`;
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

const onlyHeld = (what: string, value: string, reason: string): ProtectiveLimit => ({
  what,
  value,
  protects: reason,
  usd: undefined,
});

function sizes({ limits }: Stage): ProtectiveLimit[] {
  const uploads = limits.uploadsPerPerson;
  return [
    onlyHeld('Body of a call', `${MAX_BODY_BYTES / 1024} KB, ${MAX_DEPTH} deep`, 'memory and time of a call'),
    onlyHeld('File', `${MAX_FILE_BYTES / 1024 ** 2} MB`, 'the bucket, and the time of workers'),
    onlyHeld('Upload that is not saved', `kept for ${UPLOAD_DAYS} days`, 'the bucket'),
    onlyHeld('People of an event', count(limits.peoplePerEvent), "the table: an event's lists stay small"),
    onlyHeld(
      'Items of one person in an event',
      `${count(uploads)}, ${count(totalUploadLimit(uploads))} in all`,
      'the event from being filled by one person',
    ),
    onlyHeld(
      'Subscriptions of one person to an event',
      `${SUBSCRIPTIONS_PER_PERSON}; a new one replaces the oldest`,
      'the worker that sends notifications, and the push services',
    ),
    onlyHeld(
      'Signed URLs and cookies',
      `work for ${SIGNED_URL_SECONDS / 60} and ${COOKIE_SECONDS / 60} minutes`,
      'files from links that are passed on',
    ),
    onlyHeld(
      'ZIP',
      `one for each state of a gallery, kept for ${ARCHIVE_DAYS} day`,
      'the bucket and the workers',
    ),
    onlyHeld(
      'Questions to the model of highlights',
      `${MODEL_QUESTIONS.max} a day, by person; then the choice is made without it`,
      'the bill of the model, whose price is not in the list',
    ),
  ];
}

/** Every limit that keeps a stranger from costing too much. A new one is a row here. */
export function protectiveLimits(stage: Stage): ProtectiveLimit[] {
  const { ratePerSecond } = stage.throttle;
  const cheapest = Math.min(...worstCallDays(stage).map(({ usdPerRequest }) => usdPerRequest));
  return [
    ...rateLimits(stage),
    ...sizes(stage),
    ...workerDays.map(({ id, places, usd }) => ({
      what: `Places of \`${id}\``,
      value: `${places} at once`,
      protects: 'the bill, and the other functions; work waits',
      usd,
    })),
    {
      what: 'Calls from one address, at the firewall',
      value: `${count(FLOOD_LIMIT.calls)} in ${FLOOD_LIMIT.seconds / 60} minutes`,
      protects: 'everything behind it; this is the cheapest call, the dearer ones are below',
      usd: firewallCallsADay * cheapest,
    },
    {
      what: "Calls at the gateway's throttle",
      value: `${count(ratePerSecond)} a second, whoever asks`,
      protects: 'the Lambdas and the bill, from all addresses together',
      usd: usdOfManyAddresses(stage),
    },
  ];
}
