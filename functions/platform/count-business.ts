import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { BusinessEvent } from '../domain/business-events.ts';
import { setting } from './config.ts';

let ours: Metrics | undefined;

/**
 * Counts what people did, as a line of the log that CloudWatch makes metrics of, in the stage's own namespace
 * `Gatherlens/{stage}`. Source: CloudWatch's embedded metric format. The names alone are told, never by whom or where.
 */
export function countBusiness(done: readonly BusinessEvent[]): void {
  if (done.length === 0) return;
  ours ??= new Metrics({ namespace: `Gatherlens/${setting('STAGE')}`, serviceName: 'gatherlens' });
  const counts = Map.groupBy(done, (name) => name);
  for (const [name, all] of counts) ours.addMetric(name, MetricUnit.Count, all.length);
  ours.publishStoredMetrics();
}
