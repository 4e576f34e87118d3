import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MIN_PART_BYTES, STRETCH_BYTES } from '../../../functions/downloads/archive-parts.ts';
import {
  BASE_BYTES,
  FILE_BYTES,
  GALLERIES_PER_DAY,
  MAX_DAY_BYTES,
} from '../../../functions/downloads/archive-budget.ts';
import {
  OUTDATED_BY_ONE,
  pauseMs,
  REPLACED_AT_ONCE,
  SET_ASIDE_MS,
} from '../../../functions/downloads/archive-pauses.ts';
import { totalUploadLimit } from '../../../functions/domain/event-limits.ts';
import { COOKIE_SECONDS, SIGNED_URL_SECONDS } from '../../../functions/domain/file-lifetimes.ts';
import { type RateLimit, rateLimitOf, UNPROVEN } from '../../../functions/domain/rate-limits.ts';
import { READ_BUDGET } from '../../../functions/highlights/highlight-store.ts';
import { MAX_HIGHLIGHTS } from '../../../functions/highlights/pick-highlights.ts';
import { MIN_HIGHLIGHTS } from '../../../shared/values/min-highlights.ts';
import { MAX_BODY_BYTES, MAX_DEPTH } from '../../../functions/http/kit/parse-request.ts';
import { endpoints } from '../../../functions/manifest/calls.ts';
import { queues } from '../../../functions/manifest/queues.ts';
import { workers } from '../../../functions/manifest/workers.ts';
import { RENDITION_BOXES, WEBP } from '../../../functions/media/rendition-sizes.ts';
import {
  archiveFolder,
  copyKey,
  incomingKey,
  originalKey,
  renditionFolder,
} from '../../../functions/storage/object-keys.ts';
import { MEDIA_COUNT_SHARDS, PEOPLE_SHARDS } from '../../../functions/table/shards.ts';
import { usdPerArchiveGb, worstArchiveDay, worstArchiveDayOf } from '../../../infra/cost/archive-costs.ts';
import { linesOf, totalOf, usageOf } from '../../../infra/cost/estimate.ts';
import { fixedMonthlyCosts } from '../../../infra/cost/fixed-monthly-costs.ts';
import { serviceLimitsAt } from '../../../infra/cost/service-limits.ts';
import { typicalEvent } from '../../../infra/cost/typical-event.ts';
import { readStartSettings } from '../../../infra/local/start-settings.ts';
import { defaultEventLimits, stages } from '../../../infra/stages/stages.ts';
import { MAX_FILE_BYTES } from '../../../shared/values/file-limits.ts';
import { document, section, tableRows } from '../../fixtures/documents.ts';

// What documents state in tables and numbers, and the code could contradict. What the templates say stands in
// test/infra/documents.test.ts.

const noPlan = { planId: '', uploadId: '', fileCount: 0, leftOut: 0, isProvisional: false };
const count = (value: number): string => value.toLocaleString('en-US');
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('README.md', () => {
  const text = document('README.md');
  const [settings = [], commands = []] = [section(text, 'Run it'), section(text, 'Test it')].map(tableRows);

  afterEach(() => vi.unstubAllEnvs());

  it('names the settings of npm start with their defaults', () => {
    for (const name of ['PORT', 'DATA_DIR']) vi.stubEnv(name, '');
    const stated = Object.fromEntries(settings.map(([name, value]) => [name, value?.replaceAll('`', '')]));
    const { port, dataDir } = readStartSettings();
    expect(stated).toEqual({ '`PORT`': String(port), '`DATA_DIR`': dataDir.split('/').at(-1) });
  });

  it('names every bench, and nothing that is none', () => {
    const { scripts } = JSON.parse(document('package.json')) as { scripts: Record<string, string> };
    const benches = Object.keys(scripts).filter((name) => name.startsWith('bench'));
    expect(commands.map(([command]) => command)).toEqual(benches.map((name) => `\`npm run ${name}\``));
  });

  it.each([
    ['50,000 items', 'test/bench/events.ts', /50_000/],
    ['2,000 guests', 'test/bench/crowd.ts', /'guests', 2000/],
    ['200 and of 10,000 items', 'test/bench/web.ts', /LONG = 10_000[^]*galleryOf\(200,/],
  ])('%s are what the bench makes', (stated, file, made) => {
    expect(flat(text)).toContain(stated);
    expect(document(file)).toMatch(made);
  });
});

describe('.env.example', () => {
  const lines = [...document('.env.example').matchAll(/^# ([A-Z_]+)=(.*)$/gm)];

  it('names the settings of one machine, each read by the code', () => {
    expect(lines.map(([, name]) => name)).toEqual(
      expect.arrayContaining([
        'PORT',
        'DATA_DIR',
        'LOG_LEVEL',
        'DYNAMODB_ENDPOINT',
        'FFMPEG_PATH',
        'FFPROBE_PATH',
      ]),
    );
    const code = [
      'infra/local/start-settings.ts',
      'infra/local/function-environment.ts',
      'infra/local/dynamodb/start-table.ts',
      'infra/local/dynamodb/table-settings.ts',
    ].map(document);
    expect(lines.filter(([, name = '']) => !code.join('\n').includes(name))).toEqual([]);
  });

  it('has the defaults of README.md', () => {
    const stated = tableRows(section(document('README.md'), 'Run it')).map((row) =>
      row.map((cell) => cell.replaceAll('`', '')),
    );
    for (const [name, value] of stated) expect(lines.find(([, known]) => known === name)?.[2]).toBe(value);
  });
});

describe('ARCHITECTURE.md', () => {
  const text = document('ARCHITECTURE.md');
  const item = { id: '{item}', eventId: '{event}', placeVersion: Number.NaN };
  const rows = tableRows(section(text, 'Files and who may read them'));
  const cell = (prefix: string): string => rows.find(([name]) => name === `\`${prefix}\``)?.[2] ?? '';
  const folder = (place: 'open' | 'held') => renditionFolder(item, place).replace('NaN', '{n}');

  it('names the prefixes of files as the code builds them', () => {
    expect(rows.map(([prefix]) => prefix?.replaceAll('`', ''))).toEqual([
      incomingKey(''),
      originalKey(item),
      folder('held'),
      folder('open'),
      copyKey({ ...item, statusVersion: Number.NaN }).replace('NaN', '{n}'),
      archiveFolder('{event}'),
    ]);
  });

  it('says how long URLs and cookies work', () => {
    expect(cell(folder('held'))).toContain(`for ${SIGNED_URL_SECONDS / 60} minutes`);
    expect(cell(folder('open'))).toContain(`for ${COOKIE_SECONDS / 3600} hour`);
    for (const prefix of [originalKey(item), archiveFolder('{event}')])
      expect(cell(prefix)).toContain(`for ${SIGNED_URL_SECONDS / 60} minutes`);
  });

  it('says how often jobs run and messages are delivered', () => {
    const repair = workers.find(({ id }) => id === 'repair-media')?.trigger;
    expect(repair).toMatchObject({ kind: 'schedule', rateMinutes: 15 });
    expect(flat(text)).toContain('runs every 15 minutes');
    expect(new Set(queues.map(({ maxReceiveCount }) => maxReceiveCount))).toEqual(new Set([6]));
    expect(flat(text)).toContain('delivered six times in all');
  });

  it.each([
    `one message for each ${STRETCH_BYTES / 1024 ** 2} MiB`,
    `choosing highlights stops growing at ${count(READ_BUDGET)} items`,
  ])('"%s"', (sentence) => expect(flat(text)).toContain(sentence));

  it('counts the items of the table that count', () => {
    expect([MEDIA_COUNT_SHARDS, PEOPLE_SHARDS]).toEqual([8, 4]);
    expect(flat(text)).toContain('eight items that count its media and twenty that count its places');
  });
});

describe('CONTRIBUTING.md', () => {
  const text = document('CONTRIBUTING.md');

  it('names every folder of tests', () => {
    const stated = tableRows(section(text, 'Tests')).map(([name = '']) => name.replaceAll('`', ''));
    const folders = readdirSync('test', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(new Set(stated)).toEqual(new Set(folders.map(({ name }) => `test/${name}`)));
  });

  it('states the sizes that lint enforces', () => {
    type Rules<Name extends string> = Record<Name, [string, { max: number }]>;
    const { rules, overrides } = JSON.parse(document('.oxlintrc.json')) as {
      rules: Rules<'max-lines' | 'max-params'>;
      overrides: { files: string[]; rules: Rules<'max-lines-per-function' | 'complexity'> }[];
    };
    const ofWeb = overrides.find(({ files }) => files.includes('web/**'))?.rules;
    expect(flat(text)).toContain(`lint refuses more than ${rules['max-lines'][1].max}`);
    expect(rules['max-params'][1].max).toBe(3);
    expect(flat(text)).toContain('at most three parameters');
    expect(flat(text)).toContain(
      `lint refuses functions of more than ${ofWeb?.['max-lines-per-function'][1].max} lines or with a complexity above ${ofWeb?.complexity[1].max}`,
    );
  });
});

describe('docs/restore.md', () => {
  it('says how long each stage keeps old versions', () => {
    const { prod, dev, staging } = stages;
    expect(dev.oldVersionDays).toBe(staging.oldVersionDays);
    expect(document('docs/restore.md')).toContain(
      `(${prod.oldVersionDays} in prod, ${dev.oldVersionDays} in dev and staging)`,
    );
  });
});

describe('docs/cost.md', () => {
  const text = flat(document('docs/cost.md'));
  const usage = usageOf(typicalEvent);
  const single = linesOf(usage, 0);
  const share = (id: string): number =>
    Math.round((100 * (single.find((line) => line.id === id)?.usd ?? 0)) / totalOf(single));
  const fixed = fixedMonthlyCosts(stages.prod).reduce((sum, { usd }) => sum + usd, 0);
  const highest = Math.max(
    ...serviceLimitsAt(1, { profile: typicalEvent, stage: stages.prod }).map(
      ({ needed, limit }) => needed / limit,
    ),
  );

  it('names every number of an event that can be given', () => {
    const [, stated = ''] = /Every number of an event can be given: ([^.]+)\./.exec(text) ?? [];
    const options = [...stated.matchAll(/`--(\w+)`/g)].map(([, name]) => name);
    expect(options).toEqual(Object.keys(typicalEvent));
  });

  it('is about the event that the command calculates by itself', () => {
    expect(typicalEvent).toMatchObject({ guests: 200, photos: 2000, months: 6 });
  });

  it.each([
    `costs about ${Math.round(totalOf(single))} dollars before free units`,
    `${share('objectTransfer')} % of it are ZIPs`,
    `${share('edgeTransfer')} % is what CloudFront sends`,
    `${share('objectStorage')} % are the files`,
    `on prod costs about ${Math.round(totalOf(linesOf(usage, 20)) + fixed)} dollars, ${Math.round(fixed)} of them fixed`,
    `of the video worker, at ${Math.round(100 * highest)} %`,
    `the ZIPs of the event above cost ${worstArchiveDayOf(typicalEvent).usd.toFixed(2)} dollars a day, and those of any event ${worstArchiveDay.usd.toFixed(2)} dollars a day`,
    `up to ${worstArchiveDay.usdOfLargest.toFixed(2)} dollars at the largest size`,
  ])('"%s"', (sentence) => expect(text).toContain(sentence));
});

describe('docs/decisions', () => {
  const [limits, people, pictures, picks, zips, budgets] = [
    '006-limits',
    '041-event-limits',
    '011-picture-pipeline',
    '012-highlights',
    '055-download-all',
    '102-archive-pauses-and-budget',
  ].map((name) => flat(document(`docs/decisions/${name}.md`)));
  const { peoplePerEvent, uploadsPerPerson } = defaultEventLimits;
  const { throttle } = stages.prod;
  const rates = endpoints.flatMap(({ id }) => rateLimitOf(id) ?? []);
  const maxOf = (by: RateLimit['by'], windowSeconds: number): number[] =>
    [
      ...new Set(
        rates.filter((rate) => rate.by === by && rate.windowSeconds === windowSeconds).map(({ max }) => max),
      ),
    ].sort((a, b) => b - a);

  it('006 has every rate limit', () => {
    expect(maxOf('person', 60)).toEqual([600, 120, 60, 30]);
    expect(maxOf('address', 600)).toEqual([6000, 600]);
    expect(maxOf('person', 600)).toEqual([10]);
    expect(new Set(rates.map(({ windowSeconds }) => windowSeconds))).toEqual(new Set([60, 600, 3600]));
    expect(maxOf('person', 3600)).toEqual([30]);
  });

  it.each([
    '600, 120, 60 or 30 a minute and call, 429',
    '60 a minute, 429',
    '30 a minute, 429',
    '30 an hour, 429',
    '600 in ten minutes, 429',
    '6,000 in ten minutes, 429; pages then poll',
    '10 in ten minutes, 429',
    `${OUTDATED_BY_ONE} in ${SET_ASIDE_MS / 3600_000} hours; then their items are in no ZIP`,
    `${count(UNPROVEN.max)} a minute and call, 429`,
    `${count(peoplePerEvent)} and ${count(uploadsPerPerson)}, 403`,
    `${MAX_BODY_BYTES / 1024} KB, 413`,
    `${MAX_DEPTH}, 400`,
    `${MAX_FILE_BYTES / 1024 ** 2} MB, 413`,
    `${count(throttle.ratePerSecond)} a second, ${count(throttle.burst)} at once (dev: a tenth), 429`,
  ])('006 has "%s"', (cell) => expect(limits).toContain(`${cell} `));

  it('006: dev takes a tenth', () => {
    expect(stages.dev.throttle.ratePerSecond * 10).toBe(throttle.ratePerSecond);
    expect(stages.dev.throttle.burst * 10).toBe(throttle.burst);
  });

  it.each([
    `how many people an event takes (${count(peoplePerEvent)})`,
    `how many items of one person it holds (${count(uploadsPerPerson)})`,
    'split into four parts',
    'Three times the limit may be saved in all',
  ])('041 has "%s"', (sentence) => {
    expect(people).toContain(sentence);
    expect([PEOPLE_SHARDS, totalUploadLimit(1)]).toEqual([4, 3]);
  });

  it('011 has the sizes of renditions and how they are encoded', () => {
    const { small, tile, screen } = RENDITION_BOXES;
    expect(pictures).toContain(
      `into ${screen} px of raw sRGB pixels and shrinks those to ${tile} and ${small}`,
    );
    expect(pictures).toContain(`WebP, quality ${WEBP.quality}, effort ${WEBP.effort}`);
  });

  it('012 has how many picks there are, and from how many items', () => {
    expect(picks).toContain(`about one photo in five, ${MIN_HIGHLIGHTS} to ${MAX_HIGHLIGHTS}`);
    expect(picks).toContain(`Up to ${count(READ_BUDGET)} approved items`);
  });

  it('055 has the sizes of stretches and parts, and how long a URL works', () => {
    expect(zips).toContain(
      `One message for each ${STRETCH_BYTES / 1024 ** 2} MiB writes parts of at least ${MIN_PART_BYTES / 1024 ** 2} MiB`,
    );
    expect(zips).toContain(`a signed URL of ${SIGNED_URL_SECONDS / 60} minutes`);
  });

  it.each([
    `${GALLERIES_PER_DAY} times the gallery and ${BASE_BYTES / 1e9} GB, ${count(MAX_DAY_BYTES / 1e9)} GB at most`,
    `its bytes and ${FILE_BYTES / 1000} kB for each file`,
    `1 minute, and 1 minute more for each GB, after this one began`,
    `${['no', 'one', 'two', 'three'][REPLACED_AT_ONCE]} in a row begin at once`,
    `The ${['first', 'second', 'third'][OUTDATED_BY_ONE - 1]} within ${SET_ASIDE_MS / 3600_000} hours`,
    `A GB that is written costs ${(100 * usdPerArchiveGb()).toFixed(2)} cents`,
    `at most ${worstArchiveDay.usd.toFixed(2)} dollars a day`,
    `it is ${worstArchiveDayOf(typicalEvent).usd.toFixed(2)} dollars`,
    `up to ${worstArchiveDay.usdOfLargest.toFixed(2)} dollars for both kinds`,
  ])('102 has "%s"', (sentence) => {
    expect(budgets).toContain(sentence);
    const pauses = [0, 1e9].map((totalBytes) => pauseMs({ plan: { ...noPlan, totalBytes } }));
    expect(pauses).toEqual([60_000, 120_000]);
  });
});
