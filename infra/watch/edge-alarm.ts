import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { EventApi } from 'aws-cdk-lib/aws-appsync';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDefinition } from './alarm-definition.ts';

const fiveMinutes = { period: Duration.minutes(5), statistic: Stats.SUM };

export type Watched = {
  readonly distribution: Distribution;
  readonly gateway: HttpApi;
  readonly liveUpdates: { readonly api: EventApi; readonly namespace: string };
};

/**
 * What is paid for by each, within five minutes: as much as a party of 4,000 guests causes, and of live updates two of 2,000
 * guests for whom something happens all the time. Of each that is two to four US dollars.
 */
const PARTY = { requests: 1_200_000, calls: 200_000, messages: 3_000_000 } as const;

/**
 * What AppSync has sent to listeners. Source: AWS AppSync Events Developer Guide, "CloudWatch metrics": metrics of the real-time
 * endpoint have both dimensions.
 */
export function messagesOf({ api, namespace }: Watched['liveUpdates']): Metric {
  return new Metric({
    namespace: 'AWS/AppSync',
    metricName: 'OutboundMessages',
    dimensionsMap: { EventAPIId: api.apiId, ChannelNamespaceName: namespace },
    ...fiveMinutes,
  });
}

/**
 * Pages fail at the edge, or so much is asked for that it costs. The budget tells of that as well, but AWS looks at what was
 * spent two or three times a day. CloudFront's metrics, those of requests that the firewall refuses included, exist only in
 * us-east-1, and an alarm only sees its own region.
 */
export function edgeAlarm({ distribution, gateway, liveUpdates }: Watched): AlarmDefinition {
  const { period } = fiveMinutes;
  return {
    id: 'edge-failing-or-flooded',
    metric: new MathExpression({
      expression: `MAX([FILL(errors, 0) / 2, FILL(requests, 0) / ${PARTY.requests}, FILL(calls, 0) / ${PARTY.calls}, FILL(messages, 0) / ${PARTY.messages}])`,
      usingMetrics: {
        errors: distribution.metric5xxErrorRate({ period, statistic: Stats.AVERAGE }),
        requests: distribution.metricRequests(fiveMinutes),
        calls: gateway.metricCount(fiveMinutes),
        messages: messagesOf(liveUpdates),
      },
      period,
      label: 'errors or a flood, 1 is too much',
    }),
    threshold: 1,
    periods: 2,
    // Until CloudFront's newest figures come, zeros stand for them.
    within: 4,
    impact:
      'Pages or pictures do not open for one in fifty, or somebody runs up the bill by tens of dollars an hour.',
    firstStep:
      'See on the dashboard which: errors or requests of CloudFront, calls, or messages of live updates.',
  };
}
