import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { projectDir } from '../../infra/build/project-paths.ts';
import { compare } from '../bench/crowd-check.ts';
import { createLedger } from '../bench/crowd-ledger.ts';
import { excessesOf } from '../bench/crowd-targets.ts';
import type { SignedIn } from '../fixtures/users-and-guests.ts';

const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;

/** What the short form of `npm run bench:crowd` says. It ends with the test, however that ends. */
async function runCrowd(words: readonly string[], signal: AbortSignal): Promise<string> {
  const bench = promisify(execFile)(process.execPath, ['test/bench/crowd.ts', ...words], {
    cwd: projectDir,
    env: { PATH, HOME, NODE_COMPILE_CACHE },
    signal,
  });
  // Where something is wrong, it says what, and fails.
  const { stdout, stderr } = await bench.catch((error: { stdout: string; stderr: string }) => error);
  return stderr + stdout;
}

it('takes a crowd without losing, doubling or failing anything', async ({ signal }) => {
  // Each request more at once starts another process of the functions that it asks.
  const amounts = ['--seconds', '1', '--guests', '2', '--photos', '2', '--at-once', '3'];
  const said = await runCrowd(amounts, signal);
  expect(said).toMatch(/^Items: 6 acknowledged, 6 found$/m);
  expect(said).toMatch(/^Votes: ([1-9]\d*) cast, \1 counted$/m);
  expect(said.trimEnd().split('\n').at(-1)).toBe('crowd: lost 0, doubled 0, failed 0');
}, 600_000);

const item = (id: string, voteCount = 0) => ({ id, originalName: `${id}.jpg`, voteCount, state: 'ready' });

/** An owner who is told what is given. */
const ownerOf = (items: readonly object[], event: object): SignedIn =>
  ({
    get: async (address: string) => ({
      status: 200,
      headers: new Headers(),
      text: '',
      json: address.includes('/media') ? (address.includes('sortBy') ? [] : items) : event,
    }),
  }) as unknown as SignedIn;

it('says what a crowd was told and is not so', async () => {
  const ledger = createLedger();
  for (const id of ['there', 'gone', 'twice']) {
    ledger.sent(`${id}.jpg`);
    ledger.saved(`${id}.jpg`, id);
  }
  ledger.voted('ann', 'there');
  ledger.voted('ben', 'there');
  const found = [
    item('there', 1),
    item('twice'),
    { ...item('again'), originalName: 'twice.jpg' },
    { ...item('nobodys'), state: 'processing' },
  ];
  expect(await compare(ownerOf(found, { mediaCount: 3, votedCount: 1 }), 'evt', ledger)).toEqual({
    items: { acknowledged: 3, found: 4 },
    votes: { cast: 2, counted: 1 },
    // An item and a vote.
    lost: 2,
    doubled: 1,
    unknown: 1,
    unfinished: 1,
    miscounted: 1,
    misplaced: 1,
  });
});

const measuredOf = (saves: number, transactions: number) =>
  ({
    calls: new Map([['save-guest-media', { calls: saves, failed: 0, sends: saves, durations: [] }]]),
    meters: { end: { hottest: [], mostHeld: [{ pk: 'EVENT#evt', sk: 'EVENT', transactions }] } },
  }) as unknown as Parameters<typeof excessesOf>[0];

it('says how many items are held by most saves, if there are enough of them', () => {
  expect(excessesOf(measuredOf(100, 51))).toEqual({ 'items in most saves': 1 });
  expect(excessesOf(measuredOf(100, 50))).toEqual({ 'items in most saves': 0 });
  expect(excessesOf(measuredOf(99, 99))).toEqual({});
});
