import { Duration } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDefinition } from './alarm-definition.ts';

/** CloudFront's metrics exist only in us-east-1, and an alarm only sees its own region. */
export function edgeAlarm(distribution: Distribution): AlarmDefinition {
  return {
    id: 'edge-failing',
    metric: distribution.metric5xxErrorRate({ period: Duration.minutes(5), statistic: Stats.AVERAGE }),
    threshold: 2,
    periods: 2,
    impact: 'Pages or pictures do not open for one in fifty.',
    firstStep: 'Is it calls (see calls-failing), files of the media bucket, or the website?',
  };
}
