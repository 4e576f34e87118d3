import {
  BASE_BYTES,
  FILE_BYTES,
  MADE_PHOTO_BYTES,
  GALLERIES_PER_DAY,
  MAX_DAY_BYTES,
  MAX_SLOW_BYTES,
} from '../../functions/downloads/archive-budget.ts';
import {
  LONGEST_REMOVAL_PAUSE_MS,
  MS_PER_BYTE,
  OUTDATED_BY_ONE,
  REPLACED_AT_ONCE,
  SET_ASIDE_MS,
  SHORTEST_PAUSE_MS,
} from '../../functions/downloads/archive-pauses.ts';
import { CHANNEL_SECONDS, TICKET_SHOWINGS } from '../../functions/domain/live-update-times.ts';
import {
  MOST_CO_HOSTS,
  SUBSCRIPTIONS_PER_PERSON,
  totalUploadLimit,
} from '../../functions/domain/event-limits.ts';
import {
  ARCHIVE_DAYS,
  COOKIE_SECONDS,
  SIGNED_URL_SECONDS,
  UPLOAD_DAYS,
} from '../../functions/domain/file-lifetimes.ts';
import { UNSAVED_SECONDS } from '../../functions/domain/unsaved-uploads.ts';
import {
  LEAST_BITS,
  MOST_BITS,
  NEW_GUESTS,
  NEW_PEOPLE,
  NEW_PEOPLE_OF_ADDRESS,
  type Pace,
} from '../../functions/domain/newcomer-pace.ts';
import { MODEL_QUESTIONS, ROLL_UP_WINDOWS, ROLL_UPS } from '../../functions/domain/rate-limits.ts';
import { MAX_UNSAVED } from '../../functions/domain/unsaved-uploads.ts';
import { MAX_BODY_BYTES, MAX_DEPTH } from '../../functions/http/kit/parse-request.ts';
import type { Room } from '../../functions/table/shards.ts';
import { MAX_FILE_BYTES } from '../../shared/values/file-limits.ts';
import { worstArchiveDay } from '../cost/archive-costs.ts';
import { workForPlaces } from '../cost/ghost-work.ts';
import { toldSubscriptions, usdOfLiveUpdates } from '../cost/live-update-costs.ts';
import { prices } from '../cost/prices.ts';
import { usdOfTinyFiles, usdOfUnsaved } from '../cost/worst-day.ts';
import { quotas } from '../quotas/quotas.ts';
import type { Stage } from '../stages/stages.ts';
import type { ProtectiveLimit } from './protective-limits-section.ts';

const count = (value: number): string => value.toLocaleString('en-US');
const gigabytes = (bytes: number): string => `${count(bytes / 1e9)} GB`;
const minutes = (milliseconds: number): number => milliseconds / 60_000;

const held = (what: string, value: string, reason: string): ProtectiveLimit => ({
  what,
  value,
  protects: reason,
  usd: undefined,
});

const costing = (usd: number, limit: ProtectiveLimit): ProtectiveLimit => ({ ...limit, usd });

const sizes = (): ProtectiveLimit[] => [
  held('Body of a call', `${MAX_BODY_BYTES / 1024} KB, ${MAX_DEPTH} deep`, 'memory and time of a call'),
  held('File', `${MAX_FILE_BYTES / 1024 ** 2} MB`, 'the bucket, and the time of workers'),
  held(
    'Signed URLs and cookies',
    `work for ${SIGNED_URL_SECONDS / 60} and ${COOKIE_SECONDS / 60} minutes`,
    'files from links that are passed on',
  ),
];

const uploads = ({ limits }: Stage): ProtectiveLimit[] => [
  costing(
    (MAX_UNSAVED * MAX_FILE_BYTES * prices.objectStorage.usd) / 1e9 / 30,
    held(
      'Unsaved uploads of one person',
      `${MAX_UNSAVED}; the oldest gives way once its URL has expired`,
      'the bucket',
    ),
  ),
  costing(
    usdOfUnsaved,
    held(
      'Upload that is not saved',
      `removed after ${UNSAVED_SECONDS / 3600} hours; by the bucket's own rule after ${UPLOAD_DAYS} days`,
      'the bucket; this is what one line sends',
    ),
  ),
  costing(
    usdOfTinyFiles,
    held(
      'Files sent to one URL that is not for one file',
      `as many as the store takes, ${count(quotas.objectWrites.value)} a second; looked at once for each batch, a thousand versions at a time`,
      'nothing: this is what sending tiny ones for a day costs',
    ),
  ),
  held(
    'Items of one person in an event',
    `${count(limits.uploadsPerPerson)}, ${count(totalUploadLimit(limits.uploadsPerPerson))} in all`,
    'the event from being filled by one person',
  ),
];

/** What each room of an event holds, and what it protects. */
const rooms: Readonly<Record<Room, readonly [what: string, protects: string]>> = {
  guests: ['Guests with a place in an event', "the table: an event's lists stay small"],
  accounts: ['People with accounts and a place in an event', 'their places from made-up guests'],
  subscriptions: [
    'People without a place who subscribe to an event',
    'the worker that sends notifications, and the push services',
  ],
  'guest-checkouts': ['Open checkouts of guests without a place', 'Stripe, and the lists of people'],
  'account-checkouts': ['Open checkouts of accounts without a place', 'theirs from made-up guests'],
};

const paceOf = ({ max, windowSeconds }: Pace): string =>
  `${count(max)} ${windowSeconds === 60 ? 'a minute' : `in ${windowSeconds / 60} minutes`} come freely; each further one proves work`;

const people = ({ limits }: Stage): ProtectiveLimit[] => [
  ...Object.values(rooms).map(([what, reason]) => held(what, count(limits.peoplePerEvent), reason)),
  held('Co-hosts of an event', count(MOST_CO_HOSTS), "the event's row, which all its calls read"),
  held('New people of an event', paceOf(NEW_PEOPLE), 'its places from a program that fills them'),
  held('New people of an event, from one address', paceOf(NEW_PEOPLE_OF_ADDRESS), 'the same'),
  held('New guests of one address', paceOf(NEW_GUESTS), 'the table from guests without end'),
  held(
    'Work that a newcomer proves',
    `${LEAST_BITS} to ${MOST_BITS} bits`,
    `the above: phones prove it in 0.1 to 1.3 seconds. All places of an event's guests take, within a minute, ${workForPlaces(limits.peoplePerEvent, 1).join(', ')}; within five, ${workForPlaces(limits.peoplePerEvent, 5).join(', ')}`,
  ),
  held(
    'Subscriptions of one person to an event',
    `${SUBSCRIPTIONS_PER_PERSON}; a new one replaces the oldest`,
    'the worker that sends notifications, and the push services',
  ),
];

const work = (): ProtectiveLimit[] => [
  held(
    "An event's ZIPs, one after the other",
    `one at a time for each kind of viewer and size of photos; ${minutes(SHORTEST_PAUSE_MS)} minute and ${minutes(MS_PER_BYTE * 1e9)} more for each GB apart; in place of ones that removals outdated ${REPLACED_AT_ONCE} at once, and then up to ${minutes(LONGEST_REMOVAL_PAUSE_MS)} minutes apart; kept for ${ARCHIVE_DAYS} day`,
    'the bucket and the workers',
  ),
  held(
    'ZIPs that one person outdates by taking back what they uploaded',
    `${OUTDATED_BY_ONE} of a kind in ${SET_ASIDE_MS / 3600_000} hours; then the rest of it is in none for as long`,
    "others' ZIPs: each is made anew at once, within minutes",
  ),
  costing(
    worstArchiveDay.usd,
    held(
      "An event's ZIPs of a day",
      `${GALLERIES_PER_DAY} galleries and ${gigabytes(BASE_BYTES)}, ${gigabytes(MAX_DAY_BYTES)} at most, then up to ${gigabytes(MAX_SLOW_BYTES)} more, slowly, for each kind of viewer, both sizes of photos together; a file counts ${FILE_BYTES / 1000} KB more, a photo that is made for chats ${MADE_PHOTO_BYTES / 1e6} MB`,
      'the bill; this is one event with a large gallery',
    ),
  ),
  costing(
    usdOfLiveUpdates(),
    held(
      'Subscriptions to live updates',
      `${TICKET_SHOWINGS} of each ticket, told of changes for ${CHANNEL_SECONDS / 60} minutes: ${count(toldSubscriptions())} of one address`,
      'the bill: each message to each of them is paid for',
    ),
  ),
  held(
    'Votes of an event that are rolled up',
    `${ROLL_UP_WINDOWS * (ROLL_UPS.max / ROLL_UPS.windowSeconds)} a second`,
    'the list by votes, which all others of the event read',
  ),
  held(
    'Questions to the model of highlights',
    `${MODEL_QUESTIONS.max} a day, by person; then the choice is made without it`,
    'the bill of the model, whose price is not in the list',
  ),
];

/** Limits of how much there may be of something, and how fast it may come, where no single call has one. */
export const amountLimits = (stage: Stage): ProtectiveLimit[] => [
  ...sizes(),
  ...uploads(stage),
  ...people(stage),
  ...work(),
];
