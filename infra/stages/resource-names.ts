/** The only region for CloudFront's certificates, firewalls and metrics. */
export const GLOBAL_REGION = 'us-east-1';

/** The CloudWatch namespace of a stage's own metrics. */
export const metricNamespace = (stageName: string): string => `Gatherlens/${stageName}`;

export function alarmName(stageName: string, id: string): string {
  return `gatherlens-${stageName}-${id}`;
}

/** Only functions that other stacks refer to have a fixed name. */
export function functionName(stageName: string, id: string): string {
  return `gatherlens-${stageName}-${id}`;
}

/** The name of a queue that other stacks know by it. */
export function queueName(stageName: string, id: string): string {
  return `gatherlens-${stageName}-${id}`;
}

/** The name of a log group. */
export function logName(stageName: string, id: string): string {
  return `/gatherlens/${stageName}/${id}`;
}
