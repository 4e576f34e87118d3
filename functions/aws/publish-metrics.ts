import { Metrics } from '@aws-lambda-powertools/metrics';
import { stageName } from './settings.ts';

/** One value of a metric. Values of the same name in one line are added up, or are a distribution. */
export type MetricValue = {
  readonly name: string;
  readonly unit: 'Count' | 'Milliseconds';
  readonly value: number;
};

/** What values are told apart by: few, since each combination costs as a metric of its own. */
type Dimensions = Readonly<Record<string, string>>;

let metrics: Metrics | undefined;

/**
 * Writes a log line from which CloudWatch makes metrics in the stage's own namespace `Gatherlens/{stage}`. It
 * holds names and numbers only, never who or where.
 * Source: CloudWatch embedded metric format.
 */
export function publishMetrics(values: readonly MetricValue[], dimensions: Dimensions = {}): void {
  if (values.length === 0) return;
  metrics ??= new Metrics({ namespace: `Gatherlens/${stageName()}`, serviceName: 'gatherlens' });
  // Publishing forgets them again.
  metrics.addDimensions({ ...dimensions });
  for (const { name, unit, value } of values) metrics.addMetric(name, unit, value);
  metrics.publishStoredMetrics();
}
