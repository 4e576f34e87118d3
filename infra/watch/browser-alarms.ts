import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { browserCounts, browserDelays } from '../../functions/domain/browser-metrics.ts';
import { metricNamespace } from '../stages/resource-names.ts';
import type { AlarmDefinition } from './alarm-definition.ts';

const quarterHour = Duration.minutes(15);

type MetricName = (typeof browserCounts)[number] | (typeof browserDelays)[number];

const reported = (metricName: MetricName, stageName: string, statistic: string): Metric =>
  new Metric({
    namespace: metricNamespace(stageName),
    metricName,
    dimensionsMap: { service: 'gatherlens' },
    statistic,
    period: quarterHour,
  });

/** What browsers report, for the dashboard: how often, and what three quarters of the measured visits stay below. */
export const browserGraphs = (stageName: string): { counts: IMetric[]; delays: IMetric[] } => ({
  counts: browserCounts.map((name) => reported(name, stageName, Stats.SUM)),
  delays: browserDelays.map((name) => reported(name, stageName, Stats.percentile(75))),
});

/** Pages crash in browsers, which no answer of the system shows. */
export function browserAlarm(stageName: string): AlarmDefinition {
  return {
    id: 'pages-crashing',
    metric: new MathExpression({
      // Visits are estimated from one in ten: with ten crashes there are enough of them for a ratio. Where none was
      // measured, one more visit keeps it from dividing by nothing.
      expression: 'IF(crashes >= 10, 100 * crashes / (FILL(visits, 0) + 1), 0)',
      usingMetrics: {
        crashes: reported('Crashes', stageName, Stats.SUM),
        visits: reported('Visits', stageName, Stats.SUM),
      },
      period: quarterHour,
      label: 'crashes in a hundred visits',
    }),
    threshold: 1,
    periods: 1,
    impact: 'A part of a page cannot be shown in one visit of a hundred or more.',
    firstStep: `See on the dashboard which region of which page it is, from the log /gatherlens/${stageName}/events.`,
  };
}
