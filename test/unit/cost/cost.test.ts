import { describe, expect, it } from 'vitest';
import { activities } from '../../../infra/cost/activities.ts';
import { linesOf, totalOf, usageOf } from '../../../infra/cost/estimate.ts';
import { limitsAt } from '../../../infra/cost/limits.ts';
import { usualParty } from '../../../infra/cost/party.ts';
import { prices } from '../../../infra/cost/prices.ts';
import { readParty } from '../../../infra/operate/cost.ts';
import { stages } from '../../../infra/stages.ts';

const at = (events: number) => limitsAt(events, { party: usualParty, stage: stages.prod });
const heat = (events: number) => at(events).find(({ what }) => what.includes('partition'))?.needed;
const nobody = { ...usualParty, guests: 0, photos: 0, videos: 0, downloads: 0 };

describe('what an event costs', () => {
  it('is nothing where nobody comes', () => {
    expect(totalOf(linesOf(usageOf(nobody), 0))).toBe(0);
  });

  it('is, for a thousand photos alone, what one reckons by hand', () => {
    const usage = usageOf({ ...nobody, photos: 1000, photoMb: 4, months: 1 });
    expect(usage.gatewayCall).toBe(2000);
    expect(usage.firewallRequest).toBe(2000);
    expect(usage.tableWrite).toBe(1000 * (28 + 8));
    expect(usage.objectPut).toBe(1000 * (2 + 3));
    // 4 GB of originals for a month, and for the week after which what came in goes; 0.238 GB of renditions.
    expect(usage.objectStorage).toBeCloseTo(4 + 4 * (7 / 30) + 0.238, 6);
    // 0.5 GB for 55 and 350 ms of calls, 2 GB for 900 ms and 0.25 GB for 10 ms of work.
    expect(usage.functionTime).toBeCloseTo(1000 * (0.5 * 0.405 + 2 * 0.9 + 0.25 * 0.01), 3);
    const lines = linesOf(usage, 0);
    expect(lines.find(({ id }) => id === 'tableWrite')?.usd).toBeCloseTo(36_000 * 0.625e-6, 9);
  });

  it('counts what is free each month once for all events of the month', () => {
    const usage = usageOf(usualParty);
    const calls = (events: number): number =>
      linesOf(usage, events).find(({ id }) => id === 'functionCall')?.usd ?? Number.NaN;
    const amount = usage.functionCall;
    expect(calls(1)).toBe(0);
    expect(calls(1000)).toBeCloseTo((1000 * amount - 1_000_000) * prices.functionCall.usd, 9);
  });

  it('has a month at every price', () => {
    for (const { asOf } of Object.values(prices)) expect(asOf).toMatch(/^20\d\d-(?:0[1-9]|1[0-2])$/);
  });
});

describe('what breaks first', () => {
  it('is nothing with one event', () => {
    expect(at(1).filter(({ needed, limit }) => needed > limit)).toEqual([]);
  });

  it('names the scarcest first, and what lifts it', () => {
    for (const limits of [at(1000), at(100_000)]) {
      const shares = limits.map(({ needed, limit }) => needed / limit);
      expect(shares).toEqual(shares.toSorted((a, b) => b - a));
      expect(limits.every(({ lift }) => lift !== '')).toBe(true);
    }
  });

  it('is no partition of the table, however many events there are', () => {
    expect(heat(100_000)).toBe(heat(1));
  });

  it('knows the places of every worker that photos and videos go through', () => {
    const named = at(1).map(({ what }) => what);
    expect(named).toContain('Places of process-media');
    expect(named).toContain('Places of process-video');
    expect(activities.flatMap(({ work = [] }) => work).length).toBeGreaterThan(0);
  });
});

describe('the command line', () => {
  it('keeps what it does not name', () => {
    expect(readParty({ guests: '50' })).toEqual({ ...usualParty, guests: 50 });
  });

  it.each(['many', '', '-1', 'Infinity'])('refuses "%s" guests in a sentence', (guests) => {
    expect(() => readParty({ guests })).toThrow(/--guests must be a number/);
  });
});
