import { answersRequests } from '../../functions/manifest/call-row.ts';
import type { FunctionRow, RequestRow } from '../../functions/manifest/function-row.ts';
import type { AlarmId } from './alarm-definition.ts';

/** For calls that are too rare to be noticed among all. */
const ownAlarms: Readonly<Record<NonNullable<RequestRow['carries']>, AlarmId>> = {
  uploads: 'uploads-failing',
  payments: 'payments-failing',
};

/** The alarms that roll back a new version of this function. */
export function rollbackAlarmIds(row: FunctionRow): AlarmId[] {
  if (!answersRequests(row)) return ['jobs-failing'];
  return ['calls-failing', ...(row.carries ? [ownAlarms[row.carries]] : [])];
}
