import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countBusiness } from '../../../functions/jobs/kit/count-business.ts';
import { publishMetrics } from '../../../functions/aws/publish-metrics.ts';

const lines: string[] = [];

beforeEach(() => {
  // Has the library write to the console that everybody uses, instead of to one of its own.
  Object.assign(process.env, { STAGE: 'dev', POWERTOOLS_DEV: 'true', POWERTOOLS_METRICS_DISABLED: 'false' });
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  lines.length = 0;
});

it('tells what was done as metrics of the stage, and nothing of who did it', () => {
  countBusiness(['Votes', 'Uploads', 'Votes']);
  const [line] = lines.map((text) => JSON.parse(text));
  expect(lines).toHaveLength(1);
  expect(line).toMatchObject({ Votes: 2, Uploads: 1, service: 'gatherlens' });
  const { Namespace, Dimensions } = line._aws.CloudWatchMetrics[0];
  expect({ Namespace, Dimensions }).toEqual({ Namespace: 'Gatherlens/dev', Dimensions: [['service']] });
  expect(Object.keys(line).toSorted()).toEqual(['Uploads', 'Votes', '_aws', 'service']);
});

it('says nothing where nothing was done', () => {
  countBusiness([]);
  expect(lines).toEqual([]);
});

it('writes delays with their unit, beside counts', () => {
  publishMetrics([
    { name: 'Visits', unit: 'Count', value: 10 },
    { name: 'LargestContentfulPaint', unit: 'Milliseconds', value: 1234 },
  ]);
  const [line] = lines.map((text) => JSON.parse(text));
  expect(line).toMatchObject({ Visits: 10, LargestContentfulPaint: 1234 });
  expect(line._aws.CloudWatchMetrics[0].Metrics).toEqual([
    { Name: 'Visits', Unit: 'Count' },
    { Name: 'LargestContentfulPaint', Unit: 'Milliseconds' },
  ]);
});
