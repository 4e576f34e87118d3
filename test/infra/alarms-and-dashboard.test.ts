import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { businessEvents } from '../../functions/domain/business-events.ts';
import { functions } from '../../functions/manifest/functions.ts';
import { queues } from '../../functions/manifest/queues.ts';
import { alarmMetrics } from '../../infra/cost/fixed-monthly-costs.ts';
import { stages } from '../../infra/stages/stages.ts';
import { find, one } from './read-template.ts';
import { synthesizedAsIs } from './synthesized-templates.ts';

const prod = synthesizedAsIs(stages.prod);
const dev = synthesizedAsIs(stages.dev);
const runbooks = readFileSync(new URL('../../docs/runbooks.md', import.meta.url), 'utf8');
const parts = new Set([...runbooks.matchAll(/^## (.+)$/gm)].map(([, name]) => name));

type Alarm = {
  AlarmName: string;
  AlarmDescription: string;
  Metrics?: { Expression?: string; MetricStat?: object }[];
};
const alarms = find(prod, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties as unknown as Alarm);
const named = (name: string) => alarms.filter(({ AlarmName }) => AlarmName === `gatherlens-prod-${name}`);

describe('alarms', () => {
  it.each(alarms.map((alarm) => [alarm.AlarmName, alarm.AlarmDescription] as const))(
    '%s says what people suffer, what to do, and where more is written',
    (_, text) => {
      expect(text).toMatch(/^["A-Z].+[.] [A-Z].+ docs\/runbooks\.md#[a-z-]+$/);
      expect(parts).toContain(text.split('#')[1]);
    },
  );

  it('every part of the runbooks is rung for', () => {
    const rung = new Set(alarms.map(({ AlarmDescription }) => AlarmDescription.split('#')[1]));
    // The budget tells by itself.
    expect([...parts].filter((name) => !rung.has(name))).toEqual(['cost']);
  });

  it('every queue has one for its age and one for its dead letters', () => {
    for (const { name } of queues)
      expect([named(`${name}-age`), named(`${name}-dead-letters`)].flat()).toHaveLength(2);
  });

  it('every route has one for errors and one for the slowest hundredth', () => {
    for (const { id } of functions.filter(
      ({ trigger }) => trigger.kind === 'http' || trigger.kind === 'page',
    ))
      expect([named(`${id}-failing`), named(`${id}-slow`)].flat()).toHaveLength(2);
  });

  it('a stage that does not watch routes one by one watches photos and money all the same', () => {
    const names = find(dev, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties['AlarmName']);
    expect(names).toContain('gatherlens-dev-uploads-failing');
    expect(names).toContain('gatherlens-dev-webhook-failing');
    expect(names).not.toContain('gatherlens-dev-cast-vote-failing');
  });

  it('uploads are those of users and of guests, by the routes of the gateway', () => {
    const text = JSON.stringify(named('uploads-failing'));
    for (const path of ['/api/objects/upload', '/api/objects/upload/guest', '/media', '/media/guest'])
      expect(text).toMatch(new RegExp(`POST [^"]*${path}"`));
  });
});

it('the cost model pays for the metrics that alarms look at', () => {
  for (const [synthesized, stage] of [
    [dev, stages.dev],
    [prod, stages.prod],
  ] as const) {
    const looked = find(synthesized, 'AWS::CloudWatch::Alarm').map(({ Properties }) => {
      const { Metrics } = Properties as unknown as Alarm;
      return Metrics ? Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length : 1;
    });
    expect(alarmMetrics(stage)).toBe(looked.reduce((sum, count) => sum + count, 0));
  }
});

describe('what is counted', () => {
  it('answers that failed, by route, from a log that has both', () => {
    const filters = find(prod, 'AWS::Logs::MetricFilter').map(({ Properties }) => JSON.stringify(Properties));
    expect(filters).toHaveLength(2);
    for (const filter of filters) expect(filter).toContain('"Value":"$.route"');
    const access = JSON.stringify(one(prod, 'AWS::ApiGatewayV2::Stage').Properties['AccessLogSettings']);
    for (const field of ['$context.status', '$context.routeKey']) expect(access).toContain(field);
  });

  it('the dashboard shows all that people do', () => {
    const body = JSON.stringify(one(prod, 'AWS::CloudWatch::Dashboard').Properties['DashboardBody']);
    for (const name of businessEvents) expect(body).toContain(`\\"${name}\\"`);
  });
});

describe('the dashboard', () => {
  const body = JSON.stringify(one(prod, 'AWS::CloudWatch::Dashboard').Properties['DashboardBody']).replaceAll(
    '\\',
    '',
  );

  it('shows failures and the slowest hundredth by route, and failing workers', () => {
    expect(body).toContain(`SEARCH('{Gatherlens/prod,Route} MetricName="ServerErrors"', 'Sum', 300)`);
    expect(body).toContain(
      `SEARCH('{AWS/Lambda,FunctionName} MetricName="Duration" "gatherlens-prod-api"', 'p99', 300)`,
    );
    expect(body).toContain(
      `SEARCH('{AWS/Lambda,FunctionName} MetricName="Errors" "gatherlens-prod-media"', 'Sum', 300)`,
    );
  });

  it('shows the age and the dead letters of every queue', () => {
    const ids = find(prod, 'AWS::SQS::Queue').map(({ id }) => id);
    expect(ids).toHaveLength(2 * queues.length);
    const shown = [...body.matchAll(/"(ApproximateAgeOfOldestMessage|ApproximateNumberOfMessagesVisible)"/g)];
    expect(shown).toHaveLength(2 * queues.length);
  });
});

describe('the budget', () => {
  it('is the stage’s, and tells the same people as the alarms', () => {
    const { Budget, NotificationsWithSubscribers } = one(prod, 'AWS::Budgets::Budget').Properties;
    expect(Budget).toMatchObject({ BudgetLimit: { Amount: 500, Unit: 'USD' }, TimeUnit: 'MONTHLY' });
    expect(Budget).toMatchObject({ CostFilters: { TagKeyValue: ['user:stage$prod'] } });
    expect(NotificationsWithSubscribers).toHaveLength(2);
    expect(JSON.stringify(NotificationsWithSubscribers)).toContain('"SubscriptionType":"SNS"');
  });
});

it('every function of ours is traced', () => {
  const ours = [
    ...find(prod, 'AWS::Lambda::Function', 'api'),
    ...find(prod, 'AWS::Lambda::Function', 'media'),
  ];
  const untraced = ours.filter(({ Properties }) => Properties['TracingConfig'] === undefined);
  expect(untraced.map(({ id }) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual(['origingate']);
});
