import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  checkRestorable,
  deletePastTable,
  openPastTable,
  pastTableName,
} from '../../../infra/restore/restore-point.ts';

const dynamo = mockClient(DynamoDBClient);
const place = { client: new DynamoDBClient({ region: 'us-east-1' }), tableName: 'prod-table' };
const at = new Date('2026-11-20T18:30:00Z');
const gone = new ResourceNotFoundException({ message: 'gone', $metadata: {} });
const isThere = (TableStatus: 'ACTIVE' | 'CREATING') => ({
  Table: { TableStatus, TableName: 'past' } as object,
});

beforeEach(() => dynamo.reset());

function opening() {
  const done = { said: [] as string[], pauses: [] as number[] };
  const options = {
    at,
    pastName: 'past',
    pause: async (milliseconds: number) => void done.pauses.push(milliseconds),
    say: (line: string) => void done.said.push(line),
  };
  return { options, done };
}

describe('the table as it was', () => {
  it('is named by what it is for, so that the same restore finds it again', () => {
    const name = pastTableName({ from: 'prod', to: 'rescue', at });
    expect(name).toBe('gatherlens-restore-prod-rescue-20261120183000');
    expect(pastTableName({ from: 'prod', to: 'rescue', at: new Date('2026-11-20T18:30:01Z') })).not.toBe(
      name,
    );
  });

  it('is made without indexes, and waited for', async () => {
    dynamo
      .on(DescribeTableCommand)
      .rejectsOnce(gone)
      .resolvesOnce(isThere('CREATING'))
      .resolves(isThere('ACTIVE'));
    const { options, done } = opening();
    expect((await openPastTable(place, options)).tableName).toBe('past');
    expect(dynamo.commandCalls(RestoreTableToPointInTimeCommand)[0]?.args[0].input).toEqual({
      SourceTableName: 'prod-table',
      TargetTableName: 'past',
      RestoreDateTime: at,
      BillingModeOverride: 'PAY_PER_REQUEST',
      GlobalSecondaryIndexOverride: [],
    });
    expect(done.pauses).toHaveLength(2);
    expect(done.said.join()).toContain('half an hour');
  });

  it('is taken as it stands where an earlier call made it', async () => {
    dynamo.on(DescribeTableCommand).resolves(isThere('ACTIVE'));
    const { options, done } = opening();
    await openPastTable(place, options);
    expect(dynamo.commandCalls(RestoreTableToPointInTimeCommand)).toEqual([]);
    expect(done.pauses).toEqual([]);
  });

  it('goes when it has been copied, and not twice', async () => {
    dynamo.on(DescribeTableCommand).resolvesOnce(isThere('ACTIVE')).rejects(gone);
    await deletePastTable({ ...place, tableName: 'past' });
    await deletePastTable({ ...place, tableName: 'past' });
    expect(dynamo.commandCalls(DeleteTableCommand).map(({ args }) => args[0].input)).toEqual([
      { TableName: 'past' },
    ]);
  });
});

const known = (earliest?: Date, latest?: Date) =>
  dynamo.on(DescribeContinuousBackupsCommand).resolves({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: {
        EarliestRestorableDateTime: earliest,
        LatestRestorableDateTime: latest,
      },
    },
  });

describe('a time', () => {
  it('of which the table knows is taken', async () => {
    known(new Date('2026-11-20T18:30:00Z'), new Date('2026-11-20T18:30:00Z'));
    await expect(checkRestorable(place, at)).resolves.toBeUndefined();
  });

  it('before or after those is refused with them', async () => {
    known(new Date('2026-11-20T18:30:01Z'), new Date('2026-11-21T00:00:00Z'));
    await expect(checkRestorable(place, at)).rejects.toThrow(
      '--at must lie between 2026-11-20T18:30:01.000Z and 2026-11-21T00:00:00.000Z, the times that prod-table can go back to.',
    );
    known(new Date('2026-11-01T00:00:00Z'), new Date('2026-11-20T18:29:59Z'));
    await expect(checkRestorable(place, at)).rejects.toThrow(/--at must lie between/);
  });

  it('is refused where no points in time are kept', async () => {
    known();
    await expect(checkRestorable(place, at)).rejects.toThrow(/keeps no points in time/);
  });
});
