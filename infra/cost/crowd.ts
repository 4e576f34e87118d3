import recorded from './table-units.json' with { type: 'json' };
import { servedMb } from './typical-event.ts';

/** Units of the table that one run takes, by partition. */
type Units = Readonly<Record<string, { readonly read?: number; readonly write?: number }>>;

/** By run: a function's id, and which of its requests it is. `test/local/table-units.test.ts` records them. */
export const tableUnits: Readonly<Record<string, Units>> = recorded;

export type Run = keyof typeof recorded;
export const runs = Object.keys(recorded) as Run[];

/** Something that each guest of a crowd does. */
export type Habit = {
  readonly what: string;
  readonly perMinute: number;
  readonly runs: readonly Run[];
  /** Whether what it lists is the same page for everybody, which each process reads once for all of them. */
  readonly isOfOnePage?: true;
  /** Jobs that follow, by their functions, whose units are counted with the runs. */
  readonly work?: readonly string[];
  /** Requests to the edge beside the calls, and what it sends, in MB. */
  readonly edgeRequests?: number;
  readonly edgeMb?: number;
  /** Files that reach the bucket below one prefix. */
  readonly files?: number;
};

/** What everybody does at the same time. */
export type Phase = {
  readonly name: string;
  readonly habits: readonly Habit[];
  /** Whether it is over within a minute. */
  readonly isShort?: true;
  /** Whether all votes are for one photo. */
  readonly isAboutOnePhoto?: true;
};

const ARRIVAL_MINUTES = 5;
/** As often as an open gallery looks while something new is there each time. */
export const LOOKS_PER_MINUTE = 3;
const PICTURES_PER_MINUTE = 30;
/** Files of the built page beside its document. */
const PAGE_FILES = 8;

const looks: Habit = {
  what: 'the open gallery looks for new photos, and finds some',
  perMinute: LOOKS_PER_MINUTE,
  runs: ['get-event', 'list-media'],
  isOfOnePage: true,
  edgeMb: servedMb.list,
};
const votes = (perMinute: number): Habit => ({
  what: 'votes',
  perMinute,
  runs: ['cast-vote'],
  work: ['roll-up-votes'],
});

export const phases: readonly Phase[] = [
  {
    name: 'everybody arrives',
    habits: [
      {
        what: 'opens the link, gives a name, sees the first photos',
        perMinute: 1 / ARRIVAL_MINUTES,
        runs: ['show-event', 'create-guest', 'get-event', 'list-media'],
        isOfOnePage: true,
        edgeRequests: PAGE_FILES + PICTURES_PER_MINUTE,
        edgeMb: servedMb.page + servedMb.list + PICTURES_PER_MINUTE * servedMb.tile,
      },
      looks,
    ],
  },
  {
    name: 'the party',
    habits: [
      looks,
      { what: 'scrolls to another page of the list', perMinute: 1, runs: ['list-media'] },
      {
        what: 'sees pictures',
        perMinute: PICTURES_PER_MINUTE,
        runs: [],
        edgeRequests: 1,
        edgeMb: servedMb.tile,
      },
      {
        what: 'uploads a photo',
        perMinute: 0.5,
        runs: ['issue-guest-upload', 'save-guest-media', 'process-media'],
        files: 1,
      },
      votes(2),
    ],
  },
  {
    name: 'everybody opens Top Voted',
    isShort: true,
    habits: [
      {
        what: 'opens the list by votes, all within half a minute',
        perMinute: 2,
        runs: ['list-media by votes'],
        isOfOnePage: true,
      },
      looks,
    ],
  },
  { name: 'everybody votes for one photo', habits: [votes(1), looks], isShort: true, isAboutOnePhoto: true },
];
