import { recordBrowserReport } from '../../shared/contract/browser-reports.ts';
import { answers } from './access-answers.ts';
import type { CallSample } from './sample.ts';

export const browserReportSamples: readonly CallSample[] = [
  {
    endpoint: recordBrowserReport,
    caller: 'anonymous',
    request: () => ({
      body: {
        visit: { page: 'event', largestContentfulPaintMs: 1234, interactionToNextPaintMs: 48 },
        problems: [
          { kind: 'crash', region: 'gallery', page: 'event', times: 1 },
          { kind: 'failed-upload', step: 'saving', page: 'event', times: 2 },
        ],
      },
    }),
    tableRequests: '1 Update',
    access: [{ answers: answers('public | free | 204 204 204 204 204 | 204 204 204 204') }],
  },
];
