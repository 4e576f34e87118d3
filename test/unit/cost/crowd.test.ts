import { describe, expect, it } from 'vitest';
import { LOOKS_PER_MINUTE, type Phase, tableUnits } from '../../../infra/cost/crowd.ts';
import { demandOf, ratesOf, smallestCrowd } from '../../../infra/cost/crowd-demand.ts';
import { eventLimits, stageLimits } from '../../../infra/cost/crowd-limits.ts';
import { unknownPartitions } from '../../../infra/cost/shared-partitions.ts';
import { comparedUnits } from '../../../infra/cost/measured-crowd.ts';
import { promisedLoad } from '../../../infra/cost/promised-load.ts';
import { SHARED_READS_PER_SECOND } from '../../../functions/domain/shared-reads.ts';
import { tableSchema } from '../../../functions/table/schema.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { POLL_INTERVAL_SECONDS } from '../../../web/src/features/gallery/poll-times.ts';

const named = (limits: ReturnType<typeof eventLimits>, what: string) =>
  limits.find((limit) => limit.what === what);

const listing = (perMinute: number, more: object = {}): Phase => ({
  name: 'listing',
  habits: [{ what: 'lists', perMinute, runs: ['list-media'], ...more }],
});

describe('a crowd', () => {
  it('looks as often as an open gallery in which something changes', () => {
    expect(LOOKS_PER_MINUTE).toBe(60 / POLL_INTERVAL_SECONDS);
  });

  const voting: Phase = { name: 'voting', habits: [{ what: 'votes', perMinute: 60, runs: ['cast-vote'] }] };
  const byVotes = { partition: 'gsi2 EVENT#{evt}#approved', kind: 'write' } as const;

  it('rolls up with every vote until the event has had enough of it', () => {
    const rollUp = tableUnits['cast-vote, rolled up']?.[byVotes.partition]?.write ?? 0;
    expect(rollUp).toBeGreaterThan(0);
    expect(demandOf({ phase: voting, guests: 50 }, byVotes)).toBe(50 * rollUp);
    expect(demandOf({ phase: voting, guests: 100 }, byVotes)).toBe(100 * rollUp);
    // Beyond, a vote moves nothing in the list.
    expect(demandOf({ phase: voting, guests: 5000 }, byVotes)).toBe(100 * rollUp);
  });

  it('takes of a shared partition what all of it take together', () => {
    const looking: Phase = {
      name: 'looking',
      habits: [{ what: 'looks', perMinute: 3, runs: ['get-event'] }],
    };
    const own = tableUnits['get-event']?.['table EVENT#{evt}']?.read ?? 0;
    const rows = { partition: 'table EVENT#{evt}', kind: 'read' } as const;
    expect(demandOf({ phase: looking, guests: 2000 }, rows)).toBeCloseTo((2000 * 3 * own) / 60, 6);
    expect(ratesOf(looking, 2000)).toMatchObject({
      callsPerSecond: 100,
      edgePerSecond: 100,
      putsPerSecond: 0,
    });
    expect(ratesOf(looking, 2000).concurrentCalls).toBeCloseTo(100 * 0.04, 6);
  });

  const page = { partition: 'gsi1 EVENT#{evt}#approved', kind: 'read' } as const;
  const pageUnits = tableUnits['list-media']?.[page.partition]?.read ?? 0;

  it('reads a page that all ask for once in each process, and others each time', () => {
    const [others, same] = [listing(6), listing(6, { isOfOnePage: true })];
    expect(demandOf({ phase: others, guests: 1000 }, page)).toBeCloseTo(100 * pageUnits, 6);
    // 100 calls a second of 60 ms keep 6 processes busy.
    expect(demandOf({ phase: same, guests: 1000 }, page)).toBeCloseTo(
      2 * 6 * SHARED_READS_PER_SECOND * pageUnits,
      6,
    );
    expect(demandOf({ phase: same, guests: 0, flood: 500 }, page)).toBeCloseTo(
      2 * 30 * SHARED_READS_PER_SECOND * pageUnits,
      6,
    );
  });

  it('is the smallest that meets a limit', () => {
    expect(smallestCrowd((guests) => guests * 3 >= 1000)).toBe(334);
    expect(smallestCrowd(() => false)).toBeUndefined();
  });
});

describe('what was recorded of the table', () => {
  it('is of partitions of which is known whether guests share them', () => {
    expect(unknownPartitions()).toEqual([]);
  });

  it('keeps saves of an event off its own row', () => {
    // Membership and one shard in a transaction, and the content: no check of the event.
    expect(tableUnits['save-guest-media']?.['table EVENT#{evt}']?.write).toBe(5);
  });

  it('is compared with runs that the model knows', () => {
    const call = { count: 1, writes: 1, indexes: 1, reads: 1 };
    const crowd = (run: string) => ({ asOf: '2026-11-24', guests: 1, calls: { [run]: call } });
    expect(comparedUnits(crowd('create-guest'))).toEqual([
      { run: 'create-guest', model: [{ writes: 2, indexes: 0, reads: 0 }], measured: call },
    ]);
    expect(() => comparedUnits(crowd('no-such-call'))).toThrow('no-such-call');
  });
});

describe('a new table', () => {
  /** What AWS gives it, and each of its indexes. */
  const own = { read: 12_000, write: 4000 };

  it.each(['staging', 'prod'] as const)(
    'of %s takes what an event is promised, also in the first second',
    (name) => {
      const writes = stages[name].warmWriteUnits ?? own.write;
      // 1,000 votes of 8 units, and 80 saves of 16.
      expect(promisedLoad('table', 'write')).toBeGreaterThan(9000);
      expect(promisedLoad('table', 'write')).toBeLessThan(writes);
      expect(promisedLoad('table', 'read')).toBeLessThan(own.read);
    },
  );

  it.each(tableSchema.indexes.map((index) => index.name))('and its %s as any new one', (index) => {
    expect(promisedLoad(index, 'write')).toBeLessThan(own.write);
    expect(promisedLoad(index, 'read')).toBeLessThan(own.read);
  });
});

describe('limits', () => {
  const [event, stage] = [eventLimits(stages.prod), stageLimits(stages.prod)];

  it('come in the order in which a growing crowd meets them', () => {
    for (const limits of [event, stage]) {
      const crowds = limits.map(({ guests }) => guests ?? Infinity);
      expect(crowds).toEqual(crowds.toSorted((a, b) => a - b));
      expect(crowds[0]).toBeLessThan(Infinity);
    }
  });

  it('of the lists are met by no crowd of 2,000, also while one address floods', () => {
    const lists = event.filter(({ what }) => what.startsWith('Reads of the list by'));
    expect(lists.map(({ what }) => what).filter((what) => what.includes('one address'))).toHaveLength(1);
    for (const { guests = Infinity } of lists) expect(guests).toBeGreaterThanOrEqual(2000);
  });

  it('are, for the rolls-up of votes, what one reckons by hand', () => {
    // Two votes a minute: 100 a second of 3,000 guests.
    expect(named(event, 'Votes that are rolled up at once')).toMatchObject({ guests: 3000, by: 'the party' });
  });

  it('are, for the calls of one address, what one reckons by hand', () => {
    // Looks are 3 x 2 calls a minute, a page of the list 1, half a photo 2, and votes 2: 10, and 50 in five minutes.
    const flood = 'as the firewall counts them';
    expect([
      named(stage, `Calls from one address by browsers that are all the same, ${flood}`),
      named(stage, `Calls from one address, ${flood}`),
    ]).toMatchObject([
      { guests: 2400, by: 'the party' },
      { guests: 4000, by: 'the party' },
    ]);
  });

  it('of a stage fall with its throttle', () => {
    const throttle = 'Calls through the gateway, as the stage throttles them';
    const [prod, dev] = [stage, stageLimits(stages.dev)].map((limits) => named(limits, throttle)?.guests);
    expect(dev).toBe(Number(prod) / 10);
  });
});
