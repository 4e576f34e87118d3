import { recordBrowserReport } from '../../shared/contract/browser-reports.ts';
import { log } from '../aws/log.ts';
import { publishMetrics } from '../aws/publish-metrics.ts';
import { asCounted, browserMetricsOf } from '../domain/browser-metrics.ts';
import { http } from './kit/http.ts';

export const handler = http(recordBrowserReport, async ({ body }) => {
  publishMetrics(browserMetricsOf(body));
  // Page, region and step, which the dashboard asks the log for.
  if (body.visit) log.info('browser visit', body.visit);
  for (const problem of body.problems) log.info('browser problem', asCounted(problem));
  return { status: 204 };
});
