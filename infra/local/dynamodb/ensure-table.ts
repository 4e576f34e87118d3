import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ResourceNotFoundException,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  type AttributeDefinition,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import { tableSchema, type KeyAttribute, type TableIndex } from '../../../functions/table/schema.ts';

const ACTIVE_MILLISECONDS = 60_000;

type Target = { client: DynamoDBClient; tableName: string };

/**
 * Creates the table if it is missing, and adds to an existing one what the schema has gained: indexes, the
 * stream, the time to live. Nothing is ever dropped.
 * @throws Error with one sentence if the existing table has other keys or the endpoint refuses a new index
 */
export async function ensureTable(target: Target): Promise<void> {
  const found = (await describe(target)) ?? (await create(target));
  refuseOtherKeys(found, target.tableName);
  const present = new Set(found.GlobalSecondaryIndexes?.map((index) => index.IndexName));
  for (const index of tableSchema.indexes) if (!present.has(index.name)) await addIndex(target, index);
  if (found.StreamSpecification?.StreamEnabled !== true)
    await target.client.send(
      new UpdateTableCommand({ TableName: target.tableName, StreamSpecification: streamSpecification }),
    );
  await untilActive(target);
  await ensureTimeToLive(target);
}

const streamSpecification = { StreamEnabled: true, StreamViewType: tableSchema.streamViewType };

async function describe({ client, tableName }: Target): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: tableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function create({ client, tableName }: Target): Promise<TableDescription> {
  const keys = [tableSchema, ...tableSchema.indexes].flatMap((part) => [part.partitionKey, part.sortKey]);
  const made = await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keys.map(definition),
      KeySchema: keySchema(tableSchema),
      GlobalSecondaryIndexes: tableSchema.indexes.map(indexInput),
      StreamSpecification: streamSpecification,
    }),
  );
  return made.TableDescription ?? {};
}

function refuseOtherKeys(table: TableDescription, tableName: string): void {
  const names = table.KeySchema?.map((key) => key.AttributeName).join(', ');
  if (names !== `${tableSchema.partitionKey.name}, ${tableSchema.sortKey.name}`)
    throw new Error(`The existing table ${tableName} has other keys (${names}): use another data folder.`);
}

async function addIndex(target: Target, index: TableIndex): Promise<void> {
  // DynamoDB adds one index at a time, and only to a table that is not changing.
  await untilActive(target);
  try {
    await target.client.send(
      new UpdateTableCommand({
        TableName: target.tableName,
        AttributeDefinitions: [index.partitionKey, index.sortKey].map(definition),
        GlobalSecondaryIndexUpdates: [{ Create: indexInput(index) }],
      }),
    );
  } catch (error) {
    throw new Error(
      `The existing table ${target.tableName} lacks the index ${index.name}, and the endpoint refuses to add it: use another data folder.`,
      { cause: error },
    );
  }
}

async function untilActive(target: Target): Promise<void> {
  const deadline = Date.now() + ACTIVE_MILLISECONDS;
  for (;;) {
    const table = await describe(target);
    const states = [table?.TableStatus, ...(table?.GlobalSecondaryIndexes ?? []).map((i) => i.IndexStatus)];
    if (states.every((state) => state === 'ACTIVE')) return;
    if (Date.now() > deadline)
      throw new Error(`The table ${target.tableName} did not become active within a minute.`);
    await pause(100);
  }
}

async function ensureTimeToLive({ client, tableName }: Target): Promise<void> {
  const { TimeToLiveDescription: current } = await client.send(
    new DescribeTimeToLiveCommand({ TableName: tableName }),
  );
  if (current?.TimeToLiveStatus === 'ENABLED' || current?.TimeToLiveStatus === 'ENABLING') return;
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: tableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: tableSchema.timeToLiveAttribute },
    }),
  );
}

function definition({ name, type }: KeyAttribute): AttributeDefinition {
  return { AttributeName: name, AttributeType: type };
}

function keySchema(part: { partitionKey: KeyAttribute; sortKey: KeyAttribute }): KeySchemaElement[] {
  return [
    { AttributeName: part.partitionKey.name, KeyType: 'HASH' },
    { AttributeName: part.sortKey.name, KeyType: 'RANGE' },
  ];
}

function indexInput(index: TableIndex): GlobalSecondaryIndex {
  return { IndexName: index.name, KeySchema: keySchema(index), Projection: { ProjectionType: 'ALL' } };
}
