import { expect, it } from 'vitest';
import { browserCounts, browserDelays, browserMetricsOf } from '../../../functions/domain/browser-metrics.ts';
import type { BrowserProblem } from '../../../shared/contract/browser-reports.ts';

const event = { page: 'event', times: 1 } as const;

/** One problem for each metric that counts one. */
const problems: readonly BrowserProblem[] = [
  { kind: 'crash', region: 'gallery', ...event, times: 3 },
  { kind: 'error', ...event },
  { kind: 'load-error', ...event },
  { kind: 'failed-upload', step: 'parameters', ...event },
  { kind: 'failed-upload', step: 'sending', ...event },
  { kind: 'failed-upload', step: 'saving', ...event, times: 2 },
];

it('a measured visit stands for ten, and problems for themselves, because everybody reports them', () => {
  const visit = { page: 'event', largestContentfulPaintMs: 1800, interactionToNextPaintMs: 0 } as const;
  expect(browserMetricsOf({ visit, problems: [...problems] })).toEqual([
    { name: 'Visits', unit: 'Count', value: 10 },
    { name: 'LargestContentfulPaint', unit: 'Milliseconds', value: 1800 },
    { name: 'InteractionToNextPaint', unit: 'Milliseconds', value: 0 },
    // However often the region crashed.
    { name: 'Crashes', unit: 'Count', value: 1 },
    { name: 'PageErrors', unit: 'Count', value: 1 },
    { name: 'CodeLoadErrors', unit: 'Count', value: 1 },
    { name: 'UploadParametersFailed', unit: 'Count', value: 1 },
    { name: 'UploadSendingFailed', unit: 'Count', value: 1 },
    { name: 'UploadSavingFailed', unit: 'Count', value: 2 },
  ]);
});

it('every metric that is paid for can come', () => {
  const visit = { page: 'event', largestContentfulPaintMs: 1, interactionToNextPaintMs: 1 } as const;
  const names = browserMetricsOf({ visit, problems: [...problems] }).map(({ name }) => name);
  expect(new Set(names)).toEqual(new Set([...browserCounts, ...browserDelays]));
});

it('a visit that nothing was drawn or pressed in counts as one, and has no delays', () => {
  expect(browserMetricsOf({ visit: { page: 'home' }, problems: [] })).toEqual([
    { name: 'Visits', unit: 'Count', value: 10 },
  ]);
  expect(browserMetricsOf({ problems: [] })).toEqual([]);
});
