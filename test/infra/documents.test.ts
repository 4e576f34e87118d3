import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stages } from '../../infra/stages/stages.ts';
import { tableRows } from '../fixtures/documents.ts';
import { find, one } from './read-template.ts';
import { type Json, type StackName, stackNames, synthesizedAsIs } from './synthesized-templates.ts';

// What the documents say about the templates. Numbers of the code are in test/unit/docs/numbers.test.ts.

const prod = synthesizedAsIs(stages.prod);
const document = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').replaceAll(/[ \n]+/g, ' ');
const [architecture, runbooks, limits] = [
  'ARCHITECTURE.md',
  'docs/runbooks.md',
  'docs/decisions/006-limits.md',
].map(document);
const DAY_SECONDS = 86_400;

/** What a stack needs, as the guide writes it: one name for all stacks of calls. */
const needsOf = (name: StackName): string =>
  prod.needs[name]
    .filter((needed) => needed === 'calls-media' || !needed.startsWith('calls-'))
    .toSorted((a, b) => stackNames.indexOf(a) - stackNames.indexOf(b))
    .join(', ')
    .replace('calls-media', 'calls-…');

describe('docs/deploy.md', () => {
  it('names the stacks in their order, with what each needs', () => {
    const guide = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8');
    const stated = tableRows(guide).map(([stack, , needs]) => [stack?.replaceAll('`', ''), needs]);
    // One line for all of them, but the stacks of events and of sign-in, which need one more each, have their own.
    const told = stackNames.filter(
      (name) => name === 'calls-media' || !/^calls-(?!events|sign-in)/.test(name),
    );
    const made = told.map((name) => [name === 'calls-media' ? 'calls-{noun}' : name, needsOf(name)]);
    expect(stated).toEqual(made);
    expect(new Set(told.map(needsOf))).toEqual(new Set(stackNames.map(needsOf)));
  });
});

describe('ARCHITECTURE.md', () => {
  type Rule = { Prefix?: string; ExpirationInDays?: number };
  const { LifecycleConfiguration } = one(prod, 'AWS::S3::Bucket', 'MediaBucket').Properties;
  const rules = (LifecycleConfiguration as { Rules: Rule[] }).Rules;
  const daysOf = (prefix: string) => rules.find(({ Prefix }) => Prefix === prefix)?.ExpirationInDays;

  it.each([
    ['incoming/', 'what was never saved within a day, and anything else after 7 days', 7],
    ['media/archives/', 'ZIPs of a gallery; removed after 1 day', 1],
    ['media/copies/', 'clean copies that somebody asked for; removed after 1 day', 1],
  ])('says how long %s is kept', (prefix, sentence, days) => {
    expect(daysOf(prefix)).toBe(days);
    expect(architecture).toContain(sentence);
  });

  it('says how long CloudFront keeps open files', () => {
    const policies = find(prod, 'AWS::CloudFront::CachePolicy').map(
      ({ Properties }) => (Properties['CachePolicyConfig'] as Record<string, Json>)['MinTTL'],
    );
    expect(policies).toContain(3600);
    expect(architecture).toContain('which caches `media/open/` for 1 hour');
  });
});

describe('docs/runbooks.md', () => {
  it('says how long queues keep messages, and how often they deliver them', () => {
    const kept = find(prod, 'AWS::SQS::Queue').map(({ Properties }) => Properties['MessageRetentionPeriod']);
    expect(new Set(kept)).toEqual(new Set([14 * DAY_SECONDS, 4 * DAY_SECONDS]));
    expect(runbooks).toContain('lies in `{queue}-dlq` for 14 days');
    expect(runbooks).toContain('Queues keep messages for four days');
    expect(runbooks).toContain('as often as its queue allows (six times');
  });

  it.each([
    ['jobs-late', 'waiting for more than 15 minutes in a queue', 15 * 60],
    ['calls-failing', 'at least one in two hundred', 0.5],
    ['pages-crashing', 'at least one for a hundred visits', 1],
    ['payments-refused', 'At least five of Stripe', 5],
  ])('says at which threshold %s fires', (id, sentence, threshold) => {
    const alarms = find(prod, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
    const rung = alarms.filter(({ AlarmName }) => AlarmName === `gatherlens-prod-${id}`);
    expect(rung.map(({ Threshold }) => Threshold)).toEqual([threshold]);
    expect(runbooks).toContain(sentence);
  });

  it.each([
    ['calls-failing', 'IF(failed >= 10,', 'at least ten calls'],
    ['pages-crashing', 'IF(crashes >= 10,', 'at least ten crashes'],
    ['previews-late', '>= 3,', 'At least three photos or videos'],
    ['previews-late', 'media / 600', 'a photo for more than ten minutes'],
    ['previews-late', 'videos / 1800', 'a video for more than half an hour'],
    ['calls-slow', 'slowest / 3000', 'took more than 3 seconds'],
    ['calls-slow', 'functions / 10', 'ten starts of functions'],
    ['calls-slow', 'reads / 50', 'fifty reads'],
    ['calls-slow', 'writes / 50', 'fifty writes'],
    ['jobs-late', '3 * stream0 / 1000', 'more than 5 minutes in the table'],
    ['jobs-failing', 'MAX([jobs / 10, scheduled])', 'ten deliveries failed, or one run of a scheduled job'],
  ])('says what %s counts', (id, term, sentence) => {
    const [alarm] = find(prod, 'AWS::CloudWatch::Alarm').filter(
      ({ Properties }) => Properties['AlarmName'] === `gatherlens-prod-${id}`,
    );
    expect(JSON.stringify(alarm?.Properties['Metrics'])).toContain(term);
    expect(runbooks).toContain(sentence);
  });

  it('says how often a change to the table is tried', () => {
    const retries = find(prod, 'AWS::Lambda::EventSourceMapping').flatMap(
      ({ Properties }) => Properties['MaximumRetryAttempts'] ?? [],
    );
    expect(retries).toEqual([10]);
    expect(runbooks).toContain('after ten retries it is put aside');
  });

  it('says when the budget sends a notification', () => {
    const notices = one(prod, 'AWS::Budgets::Budget').Properties['NotificationsWithSubscribers'];
    const thresholds = (notices as { Notification: { Threshold: number } }[]).map(
      ({ Notification }) => Notification.Threshold,
    );
    expect(thresholds).toEqual([80, 100]);
    expect(runbooks).toContain('has passed four fifths of the stage');
  });
});

it('docs/decisions/006-limits.md states the firewall’s limit', () => {
  const { Rules } = one(prod, 'AWS::WAFv2::WebACL').Properties;
  expect(JSON.stringify(Rules)).toContain('"EvaluationWindowSec":300');
  for (const limit of [120_000, 200_000, 1_200_000])
    expect(JSON.stringify(Rules)).toContain(`"Limit":${limit}`);
  expect(limits).toContain('120,000 and 200,000 in five minutes, 403');
  expect(limits).toContain('1,200,000 in five minutes, 403');
});
