import { describe, expect, it } from 'vitest';
import { activities } from '../../../infra/cost/activities.ts';
import {
  shareOfMadePhoto,
  usdPerArchiveGb,
  worstArchiveDay,
  worstArchiveDayOf,
} from '../../../infra/cost/archive-costs.ts';
import { linesOf, totalOf, usageOf } from '../../../infra/cost/estimate.ts';
import { serviceLimitsAt } from '../../../infra/cost/service-limits.ts';
import { alarmMetrics, fixedMonthlyCosts } from '../../../infra/cost/fixed-monthly-costs.ts';
import { typicalEvent } from '../../../infra/cost/typical-event.ts';
import { prices } from '../../../infra/cost/prices.ts';
import { readEventProfile } from '../../../infra/operate/cost.ts';
import { stages } from '../../../infra/stages/stages.ts';

const at = (events: number) => serviceLimitsAt(events, { profile: typicalEvent, stage: stages.prod });
const heat = (events: number) => at(events).find(({ what }) => what.includes('partition'))?.needed;
const nobody = { ...typicalEvent, guests: 0, photos: 0, videos: 0, downloads: 0 };

describe('what an event costs', () => {
  it('is nothing where nobody comes', () => {
    expect(totalOf(linesOf(usageOf(nobody), 0))).toBe(0);
  });

  it('is, for a thousand photos alone, what one reckons by hand', () => {
    const usage = usageOf({ ...nobody, photos: 1000, photoMb: 4, months: 1 });
    expect(usage.gatewayCall).toBe(2000);
    expect(usage.firewallRequest).toBe(2000);
    expect(usage.tableWrite).toBe(1000 * (28 + 8 + 1));
    expect(usage.objectPut).toBe(1000 * (3 + 4));
    // 4 GB of originals for a month; 0.238 GB of renditions.
    expect(usage.objectStorage).toBeCloseTo(4 + 0.238, 6);
    // 0.5 GB for 55 and 350 ms of calls, 2 GB for 900 ms and 0.25 GB for 60, 30, 10 and 60 ms of work.
    expect(usage.functionTime).toBeCloseTo(1000 * (0.5 * 0.405 + 2 * 0.9 + 0.25 * 0.16), 3);
    const lines = linesOf(usage, 0);
    expect(lines.find(({ id }) => id === 'tableWrite')?.usd).toBeCloseTo(37_000 * 0.625e-6, 9);
  });

  it('is, for a whole wedding, what one reckons by hand', () => {
    const usage = usageOf(typicalEvent);
    // 200 come (4 calls) and come again 4 times (3), 1,000 visits begin to listen (2) and 100 of them are
    // reported, 2,100 files are sent (2), 3,000 votes, 20 ZIPs (7).
    expect(usage.gatewayCall).toBe(200 * 4 + 800 * 3 + 1000 * 2 + 100 + 2100 * 2 + 3000 + 20 * 7);
    // 120 tiles and 20 pictures a visit, 5 videos a guest, files of the page, and the calls.
    expect(usage.edgeRequest).toBe(1000 * 120 + 1000 * 20 + 1000 + 200 * 8 + 800 * 2 + 12_640);
    expect(usage.edgeTransfer).toBeCloseTo(6.6 + 3.42 + 12 + 0.032 + 0.048, 6);
    // 7 GB of photos and 4 of videos; 2,100 times 0.238 MB and 100 times 12.
    expect(usage.objectStorage).toBeCloseTo(6 * (11 + 1.6998), 6);
    // The owner takes the originals, 19 others clean copies, which are as large.
    expect(usage.objectTransfer).toBeCloseTo(20 * 11, 6);
    // 656 stretches of 32 MiB, each twice.
    expect(usage.tableWrite).toBe(
      200 * 4 +
        1000 * 4 +
        (2100 + 3000) +
        100 +
        2100 * 28 +
        2000 * 8 +
        100 * 12 +
        3000 * 21 +
        20 * 6 +
        2 * 656 * 2,
    );
    // 33 look at once, and hear 5,100 messages; each visit is three operations more, each message one.
    expect(usage.liveOperation).toBeCloseTo(5100 * (1000 / 30) + 3000 + 5100, 6);
    expect(usage.liveMinute).toBe(10_000);
    const dear = 22.1 * 0.085 + 76.1988 * 0.023 + 220 * 0.09 + 0.15684 + 156_840 * 0.6e-6;
    const total = totalOf(linesOf(usage, 0));
    expect(dear).toBeCloseTo(23.68, 2);
    // Nine tenths and more of it; the rest are calls, seconds and rows.
    expect(total).toBeGreaterThan(dear);
    expect(total).toBeLessThan(dear / 0.9);
  });

  it('has ZIPs that are asked for in a loop cost no more than what one reckons by hand', () => {
    // 30 stretches of 32 MiB, each 1.5 s of 1,769 MB, 4 PUTs, 20 GETs, a row and a message or two; kept for 3 days.
    const stretch = 1.5 * (1769 / 1024) * 13.3334e-6 + 4 * 5e-6 + 20 * 0.4e-6 + 2 * 0.625e-6 + 4 * 0.4e-6;
    expect(usdPerArchiveGb() / (29.8 * stretch + 0.023 / 10)).toBeCloseTo(1, 1);
    // A terabyte for the owner, and one for everybody else, and for each a GB in 4 minutes.
    expect(worstArchiveDay.usd).toBeCloseTo(2 * (1000 + 360) * usdPerArchiveGb(), 9);
    // A photo that is made for chats is charged as much as it costs.
    expect(shareOfMadePhoto()).toBeLessThan(1);
    expect(shareOfMadePhoto()).toBeGreaterThan(0.8);
    // For each kind 20 galleries of 11.53 GB with what their files are charged, 5 GB, and one gallery more an hour.
    expect(worstArchiveDayOf(typicalEvent).gigabytes).toBeCloseTo(2 * (44 * 11.525 + 5), 2);
  });

  it('has its ZIPs leave the store itself, and none where nobody takes one', () => {
    const [none, one] = [0, 1].map((downloads) => usageOf({ ...typicalEvent, downloads }));
    expect(none?.objectTransfer).toBe(0);
    expect(one?.objectTransfer).toBeCloseTo(11, 6);
    expect(one?.edgeTransfer).toBe(none?.edgeTransfer);
  });

  it('counts what is free each month once for all events of the month', () => {
    const usage = usageOf(typicalEvent);
    const calls = (events: number): number =>
      linesOf(usage, events).find(({ id }) => id === 'functionCall')?.usd ?? Number.NaN;
    const amount = usage.functionCall;
    expect(calls(1)).toBe(0);
    expect(calls(1000)).toBeCloseTo((1000 * amount - 1_000_000) * prices.functionCall.usd, 9);
  });

  it('has a month and a source at every price', () => {
    for (const { asOf, source } of [...Object.values(prices), ...fixedMonthlyCosts(stages.prod)]) {
      expect(asOf).toMatch(/^20\d\d-(?:0[1-9]|1[0-2])$/);
      expect(source).toMatch(/\.(?:com|io|dev|tech|sh|co)\//);
    }
  });

  it('begins with what stands there without a guest', () => {
    const zone = { name: 'photos.example.org', zoneName: 'example.org', hostedZoneId: 'Z1' };
    const named = fixedMonthlyCosts({ ...stages.dev, domain: zone }).map(({ what }) => what);
    expect(named).toContain('Hosted zone');
    expect(fixedMonthlyCosts(stages.dev).map(({ what }) => what)).not.toContain('Hosted zone');
    // CloudFront's figures are in one region only, and so is the alarm that looks at them and two others.
    expect(alarmMetrics({ ...stages.prod, region: 'eu-central-1' })).toBe(alarmMetrics(stages.prod) - 4);
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
      expect(limits.every(({ howToRaise }) => howToRaise !== '')).toBe(true);
    }
  });

  it('is said with what people notice, and lifted by something that there is', () => {
    const [first, ...others] = at(1000);
    expect(first).toMatchObject({
      what: 'Places of process-video',
      effect: 'New videos wait longer until they play; nothing is lost.',
      howToRaise: 'maxConcurrency of its row in functions/manifest',
    });
    expect(first && first.needed > first.limit).toBe(true);
    expect(others.map(({ what }) => what)).toContain('Places of build-archive');
    // With the workers' places lifted, the stage's own throttle is next.
    const next = others.find(({ what, needed, limit }) => !what.startsWith('Places') && needed > limit);
    expect(next).toMatchObject({ howToRaise: 'throttle in infra/stages/stages.ts', limit: 2000 });
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
    expect(readEventProfile({ guests: '50' })).toEqual({ ...typicalEvent, guests: 50 });
  });

  it.each(['many', '', '-1', 'Infinity'])('refuses "%s" guests in a sentence', (guests) => {
    expect(() => readEventProfile({ guests })).toThrow(/--guests must be a number/);
  });
});
