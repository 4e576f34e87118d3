import { globSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { createRoutesFromElements, type RouteObject } from 'react-router-dom';
import { describe, expect, it, test } from 'vitest';
import { browserReport as schema } from '../../../shared/contract/browser-reports.ts';
import {
  MAX_PROBLEMS,
  MAX_REPORT_BYTES,
  MAX_TIMES,
  PAGES,
  REGIONS,
  UPLOAD_STEPS,
} from '../../../shared/values/browser-reports.ts';
import { AppRoutes } from '../../../web/src/app/router.tsx';
import { createBrowserReport, type Problem, type Report } from '../../../web/src/lib/note-problem.ts';
import { isLoadFailure } from '../../../web/src/lib/is-load-failure.ts';
import { pageKindOf } from '../../../web/src/lib/page-kind.ts';
import { hostPaths } from '../../../web/src/lib/host-paths.ts';
import { paths } from '../../../web/src/lib/paths.ts';

/** What a report holds, taken out of it. */
function taken(report: ReturnType<typeof createBrowserReport>): Report | undefined {
  let sent: Report | undefined;
  report.flush((whole) => {
    sent = whole;
    return true;
  });
  return sent;
}

const crash = { kind: 'crash', region: 'gallery' } as const;
const problems: readonly Problem[] = [
  ...REGIONS.map((region) => ({ kind: 'crash', region }) as const),
  { kind: 'error' },
  { kind: 'load-error' },
  ...UPLOAD_STEPS.map((step) => ({ kind: 'failed-upload', step }) as const),
];

const longest = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length)[0];

describe('a report', () => {
  it('adds up the same problem on the same page, and holds nothing twice', () => {
    const report = createBrowserReport();
    for (const page of ['event', 'event', 'timeline'] as const) report.note(crash, page);
    report.note({ kind: 'failed-upload', step: 'saving' }, 'event');
    expect(taken(report)).toEqual({
      problems: [
        { ...crash, page: 'event', times: 2 },
        { ...crash, page: 'timeline', times: 1 },
        { kind: 'failed-upload', step: 'saving', page: 'event', times: 1 },
      ],
    });
    expect(taken(report)).toBeUndefined();
  });

  it('is not sent where there is nothing to tell', () => {
    expect(taken(createBrowserReport())).toBeUndefined();
  });

  it('is kept where the browser does not take it, and grows until it does', () => {
    const report = createBrowserReport();
    report.beginVisit('event');
    report.note(crash, 'event');
    report.flush(() => false);
    report.note(crash, 'event');
    expect(taken(report)).toEqual({
      visit: { page: 'event' },
      problems: [{ ...crash, page: 'event', times: 2 }],
    });
  });

  it('tells of a measured visit once, with the last delays until then in whole milliseconds', () => {
    const report = createBrowserReport();
    report.measure('largestContentfulPaintMs', 1);
    report.beginVisit('event');
    report.measure('largestContentfulPaintMs', 900.4);
    report.measure('largestContentfulPaintMs', 1234.6);
    report.measure('interactionToNextPaintMs', 10_000_000);
    const visit = { page: 'event', largestContentfulPaintMs: 1235, interactionToNextPaintMs: 60_000 };
    expect(taken(report)).toEqual({ visit, problems: [] });
    report.measure('interactionToNextPaintMs', 40);
    expect(taken(report)).toBeUndefined();
  });

  it('is one that the call takes, of at most 4 KB, whatever happens', () => {
    const noted = fc.record({
      problem: fc.constantFrom(...problems),
      page: fc.constantFrom(...PAGES),
      times: fc.integer({ min: 1, max: 2 * MAX_TIMES }),
    });
    const delays = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }));
    fc.assert(
      fc.property(fc.array(noted, { maxLength: 3 * MAX_PROBLEMS }), delays, (all, values) => {
        const report = createBrowserReport();
        report.beginVisit('create-event');
        for (const { problem, page, times } of all)
          for (let time = 0; time < times; time += 1) report.note(problem, page);
        for (const value of values) report.measure('largestContentfulPaintMs', value);
        const sent = taken(report);
        expect(schema.parse(sent)).toEqual(sent);
        expect(JSON.stringify(sent).length).toBeLessThanOrEqual(MAX_REPORT_BYTES);
      }),
    );
  });

  it('has room for the longest words there are', () => {
    const one = { kind: 'crash', region: longest(REGIONS), page: longest(PAGES), times: MAX_TIMES };
    const visit = {
      page: longest(PAGES),
      largestContentfulPaintMs: 60_000,
      interactionToNextPaintMs: 60_000,
    };
    const whole = { visit, problems: Array.from({ length: MAX_PROBLEMS }, () => one) };
    expect(schema.safeParse(whole).success).toBe(true);
    expect(JSON.stringify(whole).length).toBeLessThanOrEqual(MAX_REPORT_BYTES);
  });
});

describe('the call', () => {
  const valid = { problems: [{ ...crash, page: 'event', times: 1 }] };
  test.each<[string, object]>([
    ['an address', { ...valid, url: 'https://x.example/event/evt_1' }],
    ['a message', { problems: [{ ...valid.problems[0], message: 'Grace is not defined' }] }],
    ['a path as a page', { problems: [{ ...valid.problems[0], page: '/event/evt_1' }] }],
    ['an id beside a visit', { ...valid, visit: { page: 'event', id: 'gst_1' } }],
    ['a region for an error', { problems: [{ ...valid.problems[0], kind: 'error' }] }],
    ['a region that does not exist', { problems: [{ ...valid.problems[0], region: 'Grace' }] }],
    ['no times', { problems: [{ ...crash, page: 'event' }] }],
    ['too many times', { problems: [{ ...valid.problems[0], times: MAX_TIMES + 1 }] }],
    ['half a time', { problems: [{ ...valid.problems[0], times: 0.5 }] }],
    ['too many problems', { problems: Array.from({ length: MAX_PROBLEMS + 1 }, () => valid.problems[0]) }],
    ['a delay in a text', { ...valid, visit: { page: 'event', largestContentfulPaintMs: '12' } }],
    ['a delay below zero', { ...valid, visit: { page: 'event', largestContentfulPaintMs: -1 } }],
    ['a delay of hours', { ...valid, visit: { page: 'event', interactionToNextPaintMs: 60_001 } }],
  ])('refuses %s', (_what, report) => {
    expect(schema.safeParse(valid).success).toBe(true);
    expect(schema.safeParse(report).success).toBe(false);
  });
});

it('every region that can be reported is one of the website', () => {
  const code = globSync('web/src/**/*.tsx')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const named = [...code.matchAll(/\bregion(?:: |=")['"]?([a-z-]+)['"]/g)].map(([, name = '']) => name);
  expect([...new Set(named)].toSorted()).toEqual([...REGIONS].toSorted());
});

describe('the kind of a page', () => {
  const id = `evt_${'a2'.repeat(13)}`;
  test.each([
    [paths.home, 'home'],
    [paths.create, 'create-event'],
    [paths.join('CDFG-HJKM'), 'join'],
    [paths.privacy, 'privacy'],
    [paths.terms, 'terms'],
    [paths.event(id), 'event'],
    [paths.checkout(id), 'checkout'],
    [paths.timeline(id), 'timeline'],
    [hostPaths.moderate(id), 'moderation'],
    [hostPaths.people(id), 'people'],
    [hostPaths.numbers(id), 'numbers'],
    [hostPaths.payments(id), 'payments'],
    [hostPaths.print(id), 'print'],
    [paths.wall(id), 'wall'],
    [`${paths.event(id)}/`, 'event'],
    ['/event', 'other'],
    [`/event/${id}/constructor`, 'other'],
    [`/event/${id}/people/x`, 'other'],
    ['/constructor', 'other'],
    ['/create/x', 'other'],
    ['/j', 'other'],
    ['/j/CDFGHJKM/x', 'other'],
    ['/Grace', 'other'],
  ])('of %s is %s', (pathname, kind) => expect(pageKindOf(pathname)).toBe(kind));

  const routes = createRoutesFromElements(AppRoutes().props.children);
  const pathsOf = (some: readonly RouteObject[]): string[] =>
    some.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...pathsOf(children)]);
  const routePaths = pathsOf(routes);

  it('is known of every route, and there is a route of every kind', () => {
    const kinds = routePaths.map((path) => pageKindOf(path.replace(/:\w+/, id)));
    expect(kinds.toSorted()).toEqual([...PAGES].toSorted());
  });

  it('every path of the site has a route, and every route a path', () => {
    const { login: _login, logout: _logout, ...pages } = { ...paths, ...hostPaths };
    const known = Object.values(pages).map((path) => (typeof path === 'string' ? path : path(id)));
    expect([...known, '*'].toSorted()).toEqual(routePaths.map((path) => path.replace(/:\w+/, id)).toSorted());
  });
});

describe('code that did not arrive', () => {
  test.each([
    'Failed to fetch dynamically imported module: https://x.example/assets/a.js',
    'error loading dynamically imported module: https://x.example/assets/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])('is told by "%s"', (message) => expect(isLoadFailure(new TypeError(message))).toBe(true));

  test.each([new TypeError('undefined is not a function'), 'Failed to fetch', undefined])(
    'is not told by %s',
    (error) => expect(isLoadFailure(error)).toBe(false),
  );
});
