import { answersRequests } from '../../functions/manifest/call-row.ts';
import type { FunctionRow, RequestRow } from '../../functions/manifest/function-row.ts';
import type { AlarmId } from './alarm-definition.ts';

/** Of calls that are too few to be seen among all. */
const ownAlarms: Readonly<Record<NonNullable<RequestRow['carries']>, AlarmId>> = {
  uploads: 'uploads-failing',
  payments: 'payments-failing',
};

/** The alarms whose ringing takes a new version of this function back. */
export function rollbackAlarmIds(row: FunctionRow): AlarmId[] {
  if (!answersRequests(row)) return ['jobs-failing'];
  return ['calls-failing', ...(row.carries ? [ownAlarms[row.carries]] : [])];
}
