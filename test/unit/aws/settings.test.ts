import { afterEach, describe, expect, it, vi } from 'vitest';
import { lambdaHandler } from '../../../functions/aws/lambda-handler.ts';
import * as settings from '../../../functions/aws/settings.ts';
import { http } from '../../../functions/http/kit/http.ts';
import { job } from '../../../functions/jobs/kit/job.ts';
import { getEvent } from '../../../shared/contract/events.ts';
import { unitEnvironment } from '../../fixtures/unit-environment.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

// Unbundled, a handler of this process asks for what all modules declare that its file of tests has loaded.
const makers: [string, () => unknown][] = [
  ['a call', () => http(getEvent, () => Promise.reject(new Error('not asked')))],
  [
    'the work of a queue',
    () => job('process-media', settings.mediaQueueUrl, () => Promise.reject(new Error('not asked'))),
  ],
  ['any other function', () => lambdaHandler(() => undefined)],
];

it.each(makers)('%s is made where every setting is there, and fails where one is missing', (_what, make) => {
  expect(make()).toBeTypeOf('function');
  vi.stubEnv('TABLE_NAME', undefined);
  expect(make).toThrow(new Error('Environment variables are missing or malformed: TABLE_NAME.'));
});

it.each(Object.keys(unitEnvironment))('a function that lacks %s is told so by name', (name) => {
  vi.stubEnv(name, undefined);
  expect(() => lambdaHandler(() => undefined)).toThrow(name);
});

it('all that is missing is named at once', () => {
  vi.stubEnv('TABLE_NAME', undefined);
  vi.stubEnv('EVENT_PEOPLE_LIMIT', 'many');
  expect(() => lambdaHandler(() => undefined)).toThrow(
    new Error('Environment variables are missing or malformed: EVENT_PEOPLE_LIMIT, TABLE_NAME.'),
  );
});

describe('a setting', () => {
  it('is read when it is used, and names itself where it is missing', () => {
    vi.stubEnv('TABLE_NAME', 'first');
    expect(settings.tableName()).toBe('first');
    vi.stubEnv('TABLE_NAME', 'second');
    expect(settings.tableName()).toBe('second');
    vi.stubEnv('TABLE_NAME', '');
    expect(settings.tableName).toThrow('TABLE_NAME');
  });

  it.each(['', '0', '-1', '1.5', 'many'])('that counts is no "%s"', (text) => {
    vi.stubEnv('PERSON_UPLOAD_LIMIT', text);
    expect(settings.personUploadLimit).toThrow('PERSON_UPLOAD_LIMIT');
  });

  it('that a stage may do without is the model for highlights, and not empty', () => {
    expect(settings.highlightsModel()).toBeUndefined();
    vi.stubEnv('HIGHLIGHTS_MODEL', '');
    expect(settings.highlightsModel).toThrow('HIGHLIGHTS_MODEL');
  });
});
