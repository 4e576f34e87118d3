/** The one region in which CloudFront takes its certificate and its firewall, and has its metrics. */
export const GLOBAL_REGION = 'us-east-1';

/** The CloudWatch namespace of a stage's own metrics. */
export const metricNamespace = (stageName: string): string => `Gatherlens/${stageName}`;

/** The name of an alarm in CloudWatch. */
export function alarmName(stageName: string, id: string): string {
  return `gatherlens-${stageName}-${id}`;
}

/** The name of a function that is known by its name beyond its own stack. */
export function functionName(stageName: string, id: string): string {
  return `gatherlens-${stageName}-${id}`;
}

/** The name of a log in CloudWatch. */
export function logName(stageName: string, id: string): string {
  return `/gatherlens/${stageName}/${id}`;
}
