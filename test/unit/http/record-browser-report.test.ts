import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/http/record-browser-report.ts';
import type { BrowserReport } from '../../../shared/contract/browser-reports.ts';
import { MAX_PROBLEMS, MAX_TIMES, REGIONS } from '../../../shared/values/browser-reports.ts';
import { apiGatewayEvent, lambdaContext } from '../../fixtures/api-gateway-event.ts';

beforeAll(() => {
  mockClient(DynamoDBDocumentClient).on(UpdateCommand).resolves({});
});

/** The lines that a report leaves in the log. */
async function linesOf(body: BrowserReport): Promise<string[]> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const event = apiGatewayEvent({ method: 'POST', path: '/api/browser-reports', body });
    expect(await handler(event, lambdaContext)).toMatchObject({ statusCode: 204 });
    return write.mock.calls.map(([line]) => String(line));
  } finally {
    write.mockRestore();
  }
}

it('counts the same in its metrics and in the lines that the dashboard adds up', async () => {
  const page = 'event';
  const lines = await linesOf({
    problems: [
      // Who presses "Try again" has crashed one visit.
      { kind: 'crash', region: 'gallery', page, times: 3 },
      { kind: 'failed-upload', step: 'saving', page, times: 2 },
    ],
  });
  const written = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(written.find((line) => '_aws' in line)).toMatchObject({ Crashes: 1, UploadSavingFailed: 2 });
  expect(written.filter(({ message }) => message === 'browser problem')).toMatchObject([
    { kind: 'crash', region: 'gallery', page, times: 1 },
    { kind: 'failed-upload', step: 'saving', page, times: 2 },
  ]);
});

it('writes 5 kB for the longest report, from which docs/decisions/088 has what a flood of them costs', async () => {
  const page = 'create-event';
  const visit = { page, largestContentfulPaintMs: 60_000, interactionToNextPaintMs: 60_000 } as const;
  const problems = Array.from({ length: MAX_PROBLEMS }, () => {
    return { kind: 'crash', region: REGIONS[3], page, times: MAX_TIMES } as const;
  });
  const bytes = Buffer.byteLength((await linesOf({ visit, problems })).join(''));
  expect(bytes).toBeGreaterThan(4000);
  expect(bytes).toBeLessThan(5000);
});
