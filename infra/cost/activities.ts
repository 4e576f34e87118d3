import { type EventProfile, servedMb, sizesOf } from './typical-event.ts';
import type { PriceId } from './prices.ts';
import { type Run as RecordedRun, tableUnits } from './crowd.ts';
import { VISITS_PER_SAMPLE } from '../../shared/values/browser-reports.ts';
import { PAUSE_SECONDS } from '../../functions/domain/live-update-times.ts';
import { STRETCH_BYTES } from '../../functions/downloads/archive-parts.ts';

/** A run of a Lambda of the manifest, and its mean duration. */
export type Run = { readonly functionId: string; readonly milliseconds: number };

/** Something that people or workers do, what each time uses, and how often it happens in an event. */
export type Activity = {
  readonly what: string;
  readonly times: (profile: EventProfile) => number;
  /** Calls through the gateway, each a run of a Lambda. */
  readonly calls?: readonly Run[];
  /** Jobs behind queues, the stream and schedules. */
  readonly work?: readonly Run[];
  /** Everything else, in units of the price list. */
  readonly units?: Partial<Record<PriceId, number>>;
};

// Read units of calls are recorded by test/local/table-units.test.ts; other units of the table are those in
// docs/table.md, plus one to look up the caller.
// Milliseconds: 12 for each round trip to the table and 15 of our own; more with files, by size. Cold starts
// add less than a hundredth.

/** What these runs read, with looking up the caller. */
const readBy = (...runs: readonly RecordedRun[]): number =>
  runs.flatMap((run) => Object.values(tableUnits[run] ?? {})).reduce((sum, { read = 0 }) => sum + read, 0);

const images = (count: number, megabytes: number): Partial<Record<PriceId, number>> => ({
  edgeRequest: count,
  edgeTransfer: (count * megabytes) / 1000,
  // What one guest has viewed, the edge has cached for the next.
  objectGet: count * 0.2,
});

/** How often somebody who waits for a ZIP asks whether it is ready. */
const ASKED_AFTER = 6;
const STRETCH_MB = STRETCH_BYTES / 1e6;

function stretchesOf(profile: EventProfile): number {
  const { originalsGb } = sizesOf(profile);
  return 2 * Math.min(profile.downloads, 2) * Math.ceil((originalsGb * 1000) / STRETCH_MB);
}

const items = ({ photos, videos }: EventProfile): number => photos + videos;

const MINUTES_OF_VISIT = 10;

/** How many look at once, in the mean. */
const listenersOf = ({ guests, visits, hours }: EventProfile): number =>
  hours === 0 ? 0 : (guests * visits * MINUTES_OF_VISIT) / (hours * 60);

/** Votes that come within a pause are told together. */
const messagesOfVotes = ({ guests, votes, hours }: EventProfile): number =>
  Math.min(guests * votes, (hours * 3600) / PAUSE_SECONDS.votes);

export const archiveStretch: Activity = {
  // One ZIP for the owner and one for all others; each is written twice, as the gallery grew meanwhile.
  what: 'A stretch of a ZIP is written',
  times: (profile) => stretchesOf(profile),
  work: [{ functionId: 'build-archive', milliseconds: 1500 }],
  units: { tableRead: 3, tableWrite: 2, queueRequest: 4, objectGet: 20, objectPut: 4 },
};

export const activities: readonly Activity[] = [
  {
    what: 'A guest comes: page, name, event and first list',
    times: ({ guests }) => guests,
    calls: [
      { functionId: 'show-event', milliseconds: 90 },
      { functionId: 'create-guest', milliseconds: 40 },
      { functionId: 'get-event', milliseconds: 40 },
      { functionId: 'list-media', milliseconds: 60 },
    ],
    units: {
      tableRead: readBy('show-event', 'create-guest', 'get-event', 'list-media'),
      tableWrite: 4,
      edgeRequest: 8,
      edgeTransfer: (servedMb.page + servedMb.list) / 1000,
    },
  },
  {
    what: 'A later visit',
    times: ({ guests, visits }) => guests * Math.max(0, visits - 1),
    calls: [
      { functionId: 'show-event', milliseconds: 90 },
      { functionId: 'get-event', milliseconds: 40 },
      { functionId: 'list-media', milliseconds: 60 },
    ],
    units: {
      tableRead: readBy('show-event', 'get-event', 'list-media'),
      edgeRequest: 2,
      edgeTransfer: (2 * servedMb.list) / 1000,
    },
  },
  {
    what: 'A visit begins to hear of changes',
    times: ({ guests, visits }) => guests * visits,
    calls: [
      { functionId: 'issue-live-ticket', milliseconds: 40 },
      { functionId: 'get-event', milliseconds: 40 },
    ],
    // Asked twice: before the connection, and before the subscription.
    work: [
      { functionId: 'authorize-listener', milliseconds: 40 },
      { functionId: 'authorize-listener', milliseconds: 40 },
    ],
    units: {
      tableRead: readBy('get-event') + 4 + 2 * 4,
      tableWrite: 4,
      liveOperation: 3,
      liveMinute: MINUTES_OF_VISIT,
    },
  },
  {
    what: 'A photo, a video or a vote is told of',
    times: (profile) => items(profile) + profile.guests * profile.votes,
    work: [{ functionId: 'publish-live-updates', milliseconds: 60 }],
    units: { tableRead: 5, tableWrite: 1, queueRequest: 3, liveOperation: 1 },
  },
  {
    what: 'Somebody hears of it',
    times: (profile) => (items(profile) + messagesOfVotes(profile)) * listenersOf(profile),
    units: { liveOperation: 1 },
  },
  {
    // Without those that report a problem, which are few.
    what: 'A measured visit is reported',
    times: ({ guests, visits }) => (guests * visits) / VISITS_PER_SAMPLE,
    calls: [{ functionId: 'record-browser-report', milliseconds: 30 }],
    units: { tableWrite: 1 },
  },
  {
    what: 'Tiles that a visit shows',
    times: ({ guests, visits, tilesSeen }) => guests * visits * tilesSeen,
    units: images(1, servedMb.tile),
  },
  {
    what: 'Photos opened large',
    times: ({ guests, visits, opened }) => guests * visits * opened,
    units: images(1, servedMb.screen),
  },
  {
    what: 'Videos played',
    times: ({ guests, videos }) => guests * videos * 0.05,
    units: images(1, servedMb.play),
  },
  {
    what: 'A photo or video is sent and saved',
    times: items,
    calls: [
      { functionId: 'issue-guest-upload', milliseconds: 55 },
      { functionId: 'save-guest-media', milliseconds: 350 },
    ],
    // Which reads the upload's row. A list of versions costs what a PUT does.
    work: [{ functionId: 'check-arrivals', milliseconds: 60 }],
    units: {
      tableRead: readBy('issue-guest-upload', 'save-guest-media') + 1,
      tableWrite: 28,
      objectPut: 3,
      objectGet: 2,
      queueRequest: 3,
    },
  },
  {
    what: 'A photo is made ready',
    times: ({ photos }) => photos,
    work: [
      { functionId: 'announce-originals', milliseconds: 30 },
      { functionId: 'process-media', milliseconds: 900 },
      { functionId: 'dispatch-changes', milliseconds: 10 },
    ],
    // And the event's owner.
    units: {
      tableRead: readBy('process-media') + 1,
      tableWrite: 8,
      objectGet: 1,
      objectPut: 4,
      queueRequest: 9,
    },
  },
  {
    what: 'A video is made ready',
    times: ({ videos }) => videos,
    work: [
      { functionId: 'announce-originals', milliseconds: 30 },
      { functionId: 'process-media', milliseconds: 300 },
      { functionId: 'process-video', milliseconds: 25_000 },
      { functionId: 'dispatch-changes', milliseconds: 10 },
    ],
    units: { tableRead: 6, tableWrite: 12, objectGet: 2, objectPut: 5, queueRequest: 14 },
  },
  {
    what: 'A vote',
    times: ({ guests, votes }) => guests * votes,
    calls: [{ functionId: 'cast-vote', milliseconds: 60 }],
    work: [
      { functionId: 'dispatch-changes', milliseconds: 5 },
      { functionId: 'roll-up-votes', milliseconds: 40 },
    ],
    // A guest's, alone in its second: a roll-up of its own, and a message that finds nothing left.
    units: { tableRead: 7, tableWrite: 21, queueRequest: 3 },
  },
  {
    what: 'A ZIP of all is asked for, and asked after until it is there',
    times: ({ downloads }) => downloads,
    calls: [
      { functionId: 'start-archive', milliseconds: 80 },
      ...Array.from({ length: ASKED_AFTER }, () => ({ functionId: 'get-archive', milliseconds: 40 })),
    ],
    // With the count of downloads.
    units: { tableRead: 6 + 5 * ASKED_AFTER, tableWrite: 6, objectGet: 1 },
  },
  archiveStretch,
];
