import * as z from 'zod/mini';
import {
  MAX_DELAY_MS,
  MAX_PROBLEMS,
  MAX_REPORT_BYTES,
  MAX_TIMES,
  PAGES,
  REGIONS,
  UPLOAD_STEPS,
} from '../values/browser-reports.ts';
import { defineEndpoint } from './endpoint.ts';

const page = z.enum(PAGES);
const delayMs = z.optional(z.int().check(z.minimum(0), z.maximum(MAX_DELAY_MS)));
const occurrence = { page, times: z.int().check(z.minimum(1), z.maximum(MAX_TIMES)) };

/** What went wrong on a page, and how often since the last report. */
export const browserProblem = z.discriminatedUnion('kind', [
  /** React could not draw a region. */
  z.strictObject({ kind: z.literal('crash'), region: z.enum(REGIONS), ...occurrence }),
  /** An error that nobody caught. */
  z.strictObject({ kind: z.literal('error'), ...occurrence }),
  /** Code or styles that did not arrive. */
  z.strictObject({ kind: z.literal('load-error'), ...occurrence }),
  /** A file that was given up. */
  z.strictObject({ kind: z.literal('failed-upload'), step: z.enum(UPLOAD_STEPS), ...occurrence }),
]);
export type BrowserProblem = z.output<typeof browserProblem>;

/** Strict, so that nothing else is even accepted. */
export const browserReport = z.strictObject({
  /** In the first report of a measured visit. The delays are Web Vitals: LCP and INP. */
  visit: z.optional(
    z.strictObject({ page, largestContentfulPaintMs: delayMs, interactionToNextPaintMs: delayMs }),
  ),
  problems: z.array(browserProblem).check(z.maxLength(MAX_PROBLEMS)),
});
export type BrowserReport = z.output<typeof browserReport>;

export const recordBrowserReport = defineEndpoint({
  id: 'record-browser-report',
  method: 'POST',
  path: '/api/browser-reports',
  summary:
    'Counts what went wrong in a browser, and how fast a measured visit was. Nothing of it names anybody.',
  audience: 'none',
  body: browserReport,
  maxBodyBytes: MAX_REPORT_BYTES,
  replies: { 204: null },
});
