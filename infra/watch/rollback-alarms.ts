import { answersRequests, gatewayKeysOf } from '../../functions/manifest-route.ts';
import type { FunctionRow } from '../../functions/manifest-row.ts';
import type { Stage } from '../stages.ts';
import { CALLS_FAILING, preciousCalls, routeAlarmIds } from './call-alarms.ts';
import { workerErrorsId } from './background-alarms.ts';

/** The alarms whose ringing takes a new version of this function back, by the ids that they have in the watch stack. */
export function rollbackAlarmIds(row: FunctionRow, stage: Stage): string[] {
  if (!answersRequests(row)) return [workerErrorsId(row)];
  const isWatched = stage.watchesRoutes && gatewayKeysOf(row).length > 0;
  const precious = Object.entries(preciousCalls).filter(([, calls]) => calls.includes(row.id));
  return [CALLS_FAILING, ...precious.map(([id]) => id), ...(isWatched ? [routeAlarmIds(row).failing] : [])];
}
