/** The one region in which CloudFront takes its certificate and its firewall, and has its metrics. */
export const GLOBAL_REGION = 'us-east-1';

/** The CloudWatch namespace of a stage's own metrics. */
export const metricNamespace = (stageName: string): string => `Gatherlens/${stageName}`;

/** The name of an alarm in CloudWatch. */
export function alarmName(stageName: string, id: string): string {
  return `gatherlens-${stageName}-${id}`;
}
