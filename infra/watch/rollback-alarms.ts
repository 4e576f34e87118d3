import { answersRequests, gatewayKeysOf } from '../../functions/manifest/call-row.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import type { Stage } from '../stages/stages.ts';
import { CALLS_FAILING, uploadAndPaymentCalls, routeAlarmIds } from './call-alarms.ts';
import { jobErrorsAlarmId } from './job-alarms.ts';

/** The alarms whose ringing takes a new version of this function back, by the ids that they have in the watch stack. */
export function rollbackAlarmIds(row: FunctionRow, stage: Stage): string[] {
  if (!answersRequests(row)) return [jobErrorsAlarmId(row)];
  const isWatched = stage.watchesRoutes && gatewayKeysOf(row).length > 0;
  const own = Object.entries(uploadAndPaymentCalls).filter(([, calls]) => calls.includes(row.id));
  return [CALLS_FAILING, ...own.map(([id]) => id), ...(isWatched ? [routeAlarmIds(row).failing] : [])];
}
