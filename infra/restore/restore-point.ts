import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { Instruction } from '../stages/stages.ts';
import type { TableLocation } from './copy-items.ts';

const POLL_MS = 15_000;

/** The name of the intermediate table: the same restore finds it again. */
export function pastTableName({ from, to, at }: { from: string; to: string; at: Date }): string {
  return `gatherlens-restore-${from}-${to}-${at.toISOString().replaceAll(/\D/g, '').slice(0, 14)}`;
}

/** Refuses a time that the table cannot be restored to. @throws Instruction naming the times that it can */
export async function checkRestorable({ client, tableName }: TableLocation, at: Date): Promise<void> {
  const { ContinuousBackupsDescription } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName: tableName }),
  );
  const times = ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
  const [earliest, latest] = [times?.EarliestRestorableDateTime, times?.LatestRestorableDateTime];
  if (!earliest || !latest)
    throw new Instruction(`${tableName} keeps no points in time: there is nothing to go back to.`);
  if (at >= earliest && at <= latest) return;
  throw new Instruction(
    `--at must lie between ${earliest.toISOString()} and ${latest.toISOString()}, the times that ${tableName} can go back to.`,
  );
}

/**
 * Has DynamoDB restore the table as it was at a time into a new one, and waits: about half an hour, whatever
 * its size. Reuses a table that an earlier call requested. Without indexes, which a copy does not need.
 */
export async function openPastTable(
  { client, tableName }: TableLocation,
  { at, pastName, pause, say }: OpenPast,
): Promise<TableLocation> {
  let status = await statusOf({ client, tableName: pastName });
  if (status === undefined) {
    await client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: tableName,
        TargetTableName: pastName,
        RestoreDateTime: at,
        BillingModeOverride: 'PAY_PER_REQUEST',
        GlobalSecondaryIndexOverride: [],
      }),
    );
    status = 'CREATING';
  }
  if (status !== 'ACTIVE') say(`DynamoDB makes ${pastName}; that takes about half an hour.`);
  while (status !== 'ACTIVE') {
    await pause(POLL_MS);
    status = await statusOf({ client, tableName: pastName });
  }
  return { client, tableName: pastName };
}

type OpenPast = {
  readonly at: Date;
  readonly pastName: string;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly say: (line: string) => void;
};

async function statusOf({ client, tableName }: TableLocation): Promise<string | undefined> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    return Table?.TableStatus;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Deletes the intermediate table after its rows are copied; does nothing if it is already gone. */
export async function deletePastTable({ client, tableName }: TableLocation): Promise<void> {
  if ((await statusOf({ client, tableName })) === undefined) return;
  await client.send(new DeleteTableCommand({ TableName: tableName }));
}
