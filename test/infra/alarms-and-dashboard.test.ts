import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserCounts, browserDelays } from '../../functions/domain/browser-metrics.ts';
import { businessEvents } from '../../functions/domain/business-events.ts';
import { CHANNEL_NAMESPACE } from '../../functions/live-updates/channel.ts';
import { nouns } from '../../functions/manifest/nouns.ts';
import { queues } from '../../functions/manifest/queues.ts';
import { workers } from '../../functions/manifest/workers.ts';
import { projectDir } from '../../infra/build/project-paths.ts';
import { failureMetrics } from '../../infra/constructs/failure-metrics.ts';
import { alarmMetrics } from '../../infra/cost/fixed-monthly-costs.ts';
import { toldSubscriptions } from '../../infra/cost/live-update-costs.ts';
import { FLOOD_LIMIT } from '../../infra/edge/flood-limit.ts';
import { stages } from '../../infra/stages/stages.ts';
import { find, one, text } from './read-template.ts';
import { type Json, type Synthesized, synthesizedAsIs } from './synthesized-templates.ts';

const prod = synthesizedAsIs(stages.prod);
const dev = synthesizedAsIs(stages.dev);
const runbooks = readFileSync(new URL('../../docs/runbooks.md', import.meta.url), 'utf8');
const sections = [...runbooks.matchAll(/^## (.+)$/gm)].map(([, name]) => name);

type MetricStat = {
  Metric: { Namespace: string; MetricName: string; Dimensions: Json };
  Period: number;
  Stat: string;
};
type Expression = { Id: string; Expression?: string; MetricStat?: MetricStat };
type Alarm = {
  AlarmName: string;
  AlarmDescription: string;
  Threshold: number;
  MetricName?: string;
  Metrics?: Expression[];
};
const alarmsOf = (synthesized: Synthesized) =>
  find(synthesized, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties as unknown as Alarm);
const alarms = alarmsOf(prod);

function named(id: string): Alarm {
  const found = alarms.find(({ AlarmName }) => AlarmName === `gatherlens-prod-${id}`);
  if (!found) throw new Error(`There is no alarm ${id}.`);
  return found;
}

/** Whether an alarm looks at a queue, which it names or refers to. */
const watches = (alarm: Alarm, queue: string): boolean =>
  new RegExp(`GetAtt${queue}[0-9A-F]{8}QueueName|"gatherlens-prod-${queue}"`).test(JSON.stringify(alarm));

/** As functions write it: see functions/aws/publish-metrics.ts. */
const browserMetric = (MetricName: string) => ({
  Metric: {
    Dimensions: [{ Name: 'service', Value: 'gatherlens' }],
    MetricName,
    Namespace: 'Gatherlens/prod',
  },
  Period: 900,
  Stat: 'Sum',
});

const idsOf = (some: readonly Alarm[]) =>
  some.map(({ AlarmName }) => AlarmName.replace(/^gatherlens-[a-z]+-/, ''));

describe('alarms', () => {
  it.each(Object.values(stages))('are eight to twelve in $name, the same as in prod', (stage) => {
    const ids = idsOf(alarmsOf(synthesizedAsIs(stage)));
    expect(ids.length).toBeGreaterThanOrEqual(8);
    expect(ids.length).toBeLessThanOrEqual(12);
    expect(ids).toEqual(idsOf(alarms));
  });

  it.each(alarms.map((alarm) => [alarm.AlarmName, alarm.AlarmDescription] as const))(
    '%s says how people are affected, what to do, and where to read more',
    (name, text) => {
      expect(text).toMatch(/^[A-Z].+[.] [A-Z].+ docs\/runbooks\.md#[a-z-]+$/);
      const id = name.replace('gatherlens-prod-', '');
      expect(text.split('#')[1]).toBe(id.replace(/-previews$/, ''));
    },
  );

  it('have one section each in the runbook, and every section has its alarm', () => {
    const rung = alarms.map(({ AlarmDescription }) => AlarmDescription.split('#')[1]);
    // The budget sends its own notifications.
    expect(new Set([...rung, 'cost'])).toEqual(new Set(sections));
    expect(sections).toHaveLength(new Set(rung).size + 1);
  });

  it('name only logs that exist', () => {
    const logs = find(prod, 'AWS::Logs::LogGroup').map(({ Properties }) => Properties['LogGroupName']);
    const told = alarms.flatMap(
      ({ AlarmDescription }) => AlarmDescription.match(/\/gatherlens\/[\w/-]+/g) ?? [],
    );
    expect(told.length).toBeGreaterThan(3);
    expect(told.filter((name) => !logs.includes(name))).toEqual([]);
  });

  const lateQueues = {
    'previews-late': ['originals', 'media', 'heavy', 'videos'],
    'jobs-late': ['moves', 'votes', 'archives', 'push', 'deletions', 'people', 'arrivals', 'live'],
  };

  it('watch every queue, by what people notice while it stands still', () => {
    expect(new Set(Object.values(lateQueues).flat())).toEqual(new Set(queues.map(({ name }) => name)));
    for (const [id, watched] of Object.entries(lateQueues))
      expect(queues.map(({ name }) => name).filter((name) => watches(named(id), name))).toEqual(
        queues.map(({ name }) => name).filter((name) => watched.includes(name)),
      );
    const jobs = JSON.stringify(named('jobs-late'));
    expect(jobs).toContain('"IteratorAge"');
    expect(jobs).toContain('"gatherlens-prod-dispatch-changes"');
  });

  it('ring for photos after ten minutes wherever on their way they wait, and for videos after thirty', () => {
    const [{ Expression } = { Expression: '' }] = (named('previews-late').Metrics ?? []).filter(
      (metric) => metric.Expression,
    );
    for (const queue of ['originals', 'media', 'heavy'])
      expect(Expression).toContain(`IF(${queue}Waiting >= 3, ${queue} / 600, 0)`);
    expect(Expression).toContain('IF(videosWaiting + videosWorked >= 3, videos / 1800, 0)');
  });

  it('take ten metrics at most', () => {
    const tooMany = alarms.filter(
      ({ Metrics = [] }) => Metrics.filter(({ MetricStat }) => MetricStat).length > 10,
    );
    expect(tooMany.map(({ AlarmName }) => AlarmName)).toEqual([]);
  });

  it('watch every dead-letter queue, in one alarm each', () => {
    const all = ['dead-letters', 'dead-letters-previews'].map(named);
    for (const { name } of queues)
      expect([
        name,
        all.filter((alarm) => watches(alarm, `${name}dlq`) || watches(alarm, `${name}-dlq`)).length,
      ]).toEqual([name, 1]);
  });

  it('fire for ten crashes in browsers, from one in a hundred visits on, also where no visit was measured', () => {
    const { Metrics = [], Threshold } = named('pages-crashing');
    const looked = Metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? [[Id, MetricStat] as const] : []));
    expect(Metrics.find(({ Expression }) => Expression)?.Expression).toBe(
      'IF(crashes >= 10, 100 * crashes / (FILL(visits, 0) + 1), 0)',
    );
    expect(Threshold).toBe(1);
    expect(Object.fromEntries(looked)).toEqual({
      crashes: browserMetric('Crashes'),
      visits: browserMetric('Visits'),
    });
  });

  it('ring within minutes for what costs most: requests, calls and live updates of more than a party', () => {
    const alarm = named('edge-failing-or-flooded');
    const { Metrics = [], Threshold } = alarm;
    const { ofEverything, ofAddress, seconds } = FLOOD_LIMIT;
    expect(seconds).toBe(300);
    expect(Metrics.find(({ Expression }) => Expression)?.Expression).toBe(
      `MAX([FILL(errors, 0) / 2, FILL(requests, 0) / ${ofEverything}, FILL(calls, 0) / ${ofAddress}, FILL(messages, 0) / 3000000])`,
    );
    expect(Threshold).toBe(1);
    // The newest figures of CloudFront are late, and zeros until then.
    expect(alarm).toMatchObject({ EvaluationPeriods: 4, DatapointsToAlarm: 2 });
    // One address that has as many subscriptions as it gets is heard of, if it is told of a change in each second.
    expect(toldSubscriptions() * seconds).toBeGreaterThan(3_000_000);
    const looked = Metrics.flatMap(({ MetricStat }) => MetricStat ?? []);
    expect(
      looked.map(({ Metric: { Namespace, MetricName }, Period, Stat }) => [
        Namespace,
        MetricName,
        Period,
        Stat,
      ]),
    ).toEqual([
      ['AWS/CloudFront', '5xxErrorRate', 300, 'Average'],
      ['AWS/CloudFront', 'Requests', 300, 'Sum'],
      ['AWS/ApiGateway', 'Count', 300, 'Sum'],
      ['AWS/AppSync', 'OutboundMessages', 300, 'Sum'],
    ]);
    expect(looked.at(-1)?.Metric.Dimensions).toEqual([
      { Name: 'ChannelNamespaceName', Value: CHANNEL_NAMESPACE },
      { Name: 'EventAPIId', Value: expect.objectContaining({}) as Json },
    ]);
  });

  it('take back the new version of every job', () => {
    const ids = find(prod, 'AWS::CodeDeploy::DeploymentGroup')
      .filter(({ Properties }) =>
        JSON.stringify(Properties['AlarmConfiguration']).includes('"gatherlens-prod-jobs-failing"'),
      )
      .map(({ stack }) => stack);
    // But the one that AppSync asks: it is there before any alarm.
    expect(ids).toHaveLength(workers.filter(({ trigger }) => trigger.kind !== 'authorizer').length);
  });

  it('fire for one failure of a job that runs once a day', () => {
    const { Metrics = [], Threshold } = named('jobs-failing');
    expect(Metrics.find(({ Expression }) => Expression)?.Expression).toBe('MAX([jobs / 10, scheduled])');
    expect(Threshold).toBe(1);
    const rules = find(prod, 'AWS::Events::Rule').map(({ Properties }) => Properties['Targets']);
    expect(JSON.stringify(rules)).not.toMatch(/"MaximumRetryAttempts":[01]\b/);
    expect(find(prod, 'AWS::Lambda::EventInvokeConfig')).toEqual([]);
  });
});

it('the cost model counts the metrics that alarms watch', () => {
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

/** Which log lines each metric counts, by the metric's name. */
const counted = Map.groupBy(
  find(prod, 'AWS::Logs::MetricFilter').map(({ Properties }) => ({
    pattern: text(Properties['FilterPattern']),
    name: text((Properties['MetricTransformations'] as { MetricName: string }[])[0]?.MetricName),
    dimensions: (Properties['MetricTransformations'] as { Dimensions?: Json }[])[0]?.Dimensions,
  })),
  ({ name }) => name,
);

const patternsOf = (kind: string) => counted.get(kind)?.map(({ pattern }) => pattern);

describe('what is counted', () => {
  it('is one metric for each kind of failure, and none by route', () => {
    const looked = alarms.flatMap(({ MetricName, Metrics = [] }) => [
      MetricName,
      ...Metrics.map(({ MetricStat }) => MetricStat?.Metric.MetricName),
    ]);
    expect([...counted.keys()].toSorted()).toEqual(Object.values(failureMetrics).toSorted());
    for (const name of counted.keys()) expect(looked).toContain(name);
    expect([...counted.values()].flat().filter(({ dimensions }) => dimensions !== undefined)).toEqual([]);
  });

  it('for uploads is every 5xx answer to users and guests, from a log that has status and route', () => {
    const pattern = counted.get(failureMetrics.uploads)?.[0]?.pattern;
    expect(pattern).toContain('$.status = "5*"');
    for (const path of ['/api/objects/upload', '/api/objects/upload/guest', '/media', '/media/guest'])
      expect(pattern).toMatch(new RegExp(`\\$\\.route = "POST [^"]*${path}"`));
    const access = JSON.stringify(one(prod, 'AWS::ApiGatewayV2::Stage').Properties['AccessLogSettings']);
    for (const field of ['$context.status', '$context.routeKey']) expect(access).toContain(field);
  });

  it('for payments is every failed webhook, and every payment that the daily job cannot settle', () => {
    const patterns = (counted.get(failureMetrics.payments) ?? []).map(({ pattern }) => pattern);
    expect(patterns.toSorted()).toEqual(
      [
        '{ $.message = "reconciling failed" }',
        '{ ($.status = "5*") && ($.route = "POST /api/stripe/webhook") }',
      ].toSorted(),
    );
    const job = readFileSync(path.join(projectDir, 'functions/jobs/reconcile-payments.ts'), 'utf8');
    expect(job).toContain("message: 'reconciling failed'");
  });

  it('for jobs is every error that functions log, and every run that does not succeed', () => {
    const failed =
      '{ (($.service = "gatherlens") && ($.level = "ERROR")) || (($.type = "platform.report") && ($.record.status != "success")) }';
    // Of jobs, and of the one that AppSync asks.
    expect(patternsOf(failureMetrics.jobs)).toEqual([failed, failed]);
    expect(patternsOf(failureMetrics.scheduledJobs)).toEqual([failed]);
  });
});

describe('the dashboard', () => {
  const body = JSON.stringify(one(prod, 'AWS::CloudWatch::Dashboard').Properties['DashboardBody']).replaceAll(
    '\\',
    '',
  );

  it('queries logs that exist, for failures and slow calls by route, and for failing jobs', () => {
    const logs = find(prod, 'AWS::Logs::LogGroup').map(({ Properties }) => text(Properties['LogGroupName']));
    const asked = [...body.matchAll(/SOURCE '([^']+)'/g)].map(([, name]) => name ?? '');
    expect(new Set(asked)).toEqual(
      new Set(['gateway', ...nouns, 'jobs', 'scheduled-jobs'].map((name) => `/gatherlens/prod/${name}`)),
    );
    expect(asked.filter((name) => !logs.includes(name))).toEqual([]);
    expect(body).toContain('count(*) as failed by route');
    expect(body).toContain('pct(durationMs, 99)');
    expect(body).not.toContain('SEARCH(');
  });

  it('shows how many business events of every kind there were', () => {
    for (const name of businessEvents)
      expect(body).toMatch(new RegExp(`"${name}","service","gatherlens",\\{[^{}]*"stat":"Sum"[^{}]*\\}`));
  });

  it('shows what browsers report: sums of what goes wrong, and what three quarters of the visits stay below', () => {
    for (const name of browserCounts)
      expect(body).toMatch(new RegExp(`"${name}","service","gatherlens",\\{[^{}]*"stat":"Sum"[^{}]*\\}`));
    for (const name of browserDelays)
      expect(body).toMatch(new RegExp(`"${name}","service","gatherlens",\\{[^{}]*"stat":"p75"[^{}]*\\}`));
    expect(body).toContain('sum(times) as total by kind, region, step, page');
  });

  it('shows the failures of every job, and how many files cannot be shown', () => {
    for (const { id } of workers) expect(body).toMatch(new RegExp(`"FailedJobs","function","${id}",`));
    expect(body).toMatch(/"UnsupportedFiles","service","gatherlens",/);
  });

  it('shows the age and the dead-letter queue of every queue', () => {
    const ids = find(prod, 'AWS::SQS::Queue').map(({ id }) => id);
    expect(ids).toHaveLength(2 * queues.length);
    const shown = [...body.matchAll(/"(ApproximateAgeOfOldestMessage|ApproximateNumberOfMessagesVisible)"/g)];
    expect(shown).toHaveLength(2 * queues.length);
  });
});

describe('the budget', () => {
  it('is that of the stage, and notifies the same people as the alarms', () => {
    const { Budget, NotificationsWithSubscribers } = one(prod, 'AWS::Budgets::Budget').Properties;
    expect(Budget).toMatchObject({ BudgetLimit: { Amount: 500, Unit: 'USD' }, TimeUnit: 'MONTHLY' });
    expect(Budget).toMatchObject({ CostFilters: { TagKeyValue: ['user:stage$prod'] } });
    expect(NotificationsWithSubscribers).toHaveLength(2);
    expect(JSON.stringify(NotificationsWithSubscribers)).toContain('"SubscriptionType":"SNS"');
  });
});

it('every function of ours but the origin gate is traced', () => {
  const ours = find(prod, 'AWS::Lambda::Function').filter(({ stack }) => stack !== 'web');
  const untraced = ours.filter(({ Properties }) => Properties['TracingConfig'] === undefined);
  expect(untraced.map(({ id }) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual(['origingate']);
});
