import { FilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import type { Stage } from '../stages/stages.ts';
import { countLines, failedRuns, failureMetrics } from './failure-metrics.ts';
import { addLogGroup } from './log-group.ts';

/** What `reconcile-payments` logs for a payment that it could not settle. */
const UNSETTLED_PAYMENT = 'reconciling failed';

/**
 * One log for all jobs, and one for scheduled jobs: those run so rarely that two failures of theirs are as
 * bad as many of the others.
 * @returns the log of a job
 */
export function addJobLogs(scope: Construct, stage: Stage): (row: FunctionRow) => LogGroup {
  const jobs = addLogGroup(scope, 'jobs', stage);
  const scheduledJobs = addLogGroup(scope, 'scheduled-jobs', stage);
  const failed = { stage, pattern: failedRuns };
  countLines(jobs, 'failures', { ...failed, metricName: failureMetrics.jobs });
  countLines(scheduledJobs, 'failures', { ...failed, metricName: failureMetrics.scheduledJobs });
  countLines(scheduledJobs, 'unsettled-payments', {
    stage,
    metricName: failureMetrics.payments,
    pattern: FilterPattern.stringValue('$.message', '=', UNSETTLED_PAYMENT),
  });
  return ({ trigger }) => (trigger.kind === 'schedule' ? scheduledJobs : jobs);
}
