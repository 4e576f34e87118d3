import { publishMetrics } from '../../aws/publish-metrics.ts';

/** Counts what people did, as metrics. */
export function countBusiness(names: readonly string[]): void {
  const byName = Map.groupBy(names, (name) => name);
  publishMetrics([...byName].map(([name, all]) => ({ name, unit: 'Count', value: all.length })));
}
