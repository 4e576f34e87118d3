import type { BrowserProblem, BrowserReport } from '../../shared/contract/browser-reports.ts';
import { VISITS_PER_SAMPLE } from '../../shared/values/browser-reports.ts';

/**
 * What browsers report, by the names of its metrics. Each costs for itself, so pages and regions are no
 * dimensions: they stand in the log.
 */
export const browserCounts = [
  /** Estimated from the measured ones. */
  'Visits',
  'Crashes',
  'PageErrors',
  'CodeLoadErrors',
  'UploadParametersFailed',
  'UploadSendingFailed',
  'UploadSavingFailed',
] as const;
export const browserDelays = ['LargestContentfulPaint', 'InteractionToNextPaint'] as const;

type CountName = (typeof browserCounts)[number];

export type BrowserMetric =
  | { readonly name: CountName; readonly unit: 'Count'; readonly value: number }
  | { readonly name: (typeof browserDelays)[number]; readonly unit: 'Milliseconds'; readonly value: number };

const FAILED_UPLOADS = {
  parameters: 'UploadParametersFailed',
  sending: 'UploadSendingFailed',
  saving: 'UploadSavingFailed',
} as const satisfies Record<Extract<BrowserProblem, { kind: 'failed-upload' }>['step'], CountName>;

function nameOf(problem: BrowserProblem): CountName {
  switch (problem.kind) {
    case 'crash':
      return 'Crashes';
    case 'error':
      return 'PageErrors';
    case 'load-error':
      return 'CodeLoadErrors';
    case 'failed-upload':
      return FAILED_UPLOADS[problem.step];
    default:
      return problem satisfies never;
  }
}

/** How many times a problem counts: pressing "Try again" ten times is not ten crashed visits. */
export const asCounted = (problem: BrowserProblem): BrowserProblem =>
  problem.kind === 'crash' ? { ...problem, times: 1 } : problem;

/**
 * A report as metrics. Everybody reports problems, but one visit in `VISITS_PER_SAMPLE` reports itself: it
 * stands for as many, so that crashes can be divided by visits.
 */
export function browserMetricsOf({ visit, problems }: BrowserReport): BrowserMetric[] {
  const { largestContentfulPaintMs, interactionToNextPaintMs } = visit ?? {};
  return [
    ...(visit ? [{ name: 'Visits', unit: 'Count', value: VISITS_PER_SAMPLE } as const] : []),
    ...delay('LargestContentfulPaint', largestContentfulPaintMs),
    ...delay('InteractionToNextPaint', interactionToNextPaintMs),
    ...problems.map(
      (problem) => ({ name: nameOf(problem), unit: 'Count', value: asCounted(problem).times }) as const,
    ),
  ];
}

const delay = (name: (typeof browserDelays)[number], value: number | undefined): BrowserMetric[] =>
  value === undefined ? [] : [{ name, unit: 'Milliseconds', value }];
