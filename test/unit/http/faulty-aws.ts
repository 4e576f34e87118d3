import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import type { Row } from '../../../functions/table/access.ts';
import type { Key } from '../../../functions/table/keys.ts';

/** What fails: one kind of command of a request, after so many of its kind. */
export type Fault = {
  readonly command: string;
  readonly from: number;
  readonly times: number;
  readonly error: Error;
};

type Run = {
  readonly rows: Map<string, Row>;
  readonly commands: string[];
  fault: Fault | undefined;
  failed: number;
};

const nameOf = (row: Row): string => `${String(row['pk'])} ${String(row['sk'])}`;

// Each request has its own, so that what one leaves behind is not another's.
const runs = new AsyncLocalStorage<Run>();

function run(): Run {
  const found = runs.getStore();
  if (!found) throw new Error('AWS is asked outside of a request.');
  return found;
}

/** Runs something against a table of these rows. @returns also the commands that were sent, in order */
export async function withAws<T>(rows: readonly Row[], fault: Fault | undefined, act: () => Promise<T>) {
  const own: Run = {
    rows: new Map(rows.map((row) => [nameOf(row), row])),
    commands: [],
    fault,
    failed: 0,
  };
  const result = await runs.run(own, act);
  return { result, commands: own.commands, failed: own.failed };
}

/** Counts a command, and fails it where it is the one that is to fail. */
function asked<I, O>(command: string, answer: (input: I, own: Run) => O) {
  return async (input: I): Promise<O> => {
    const own = run();
    const at = own.commands.filter((one) => one === command).length;
    own.commands.push(command);
    const { fault } = own;
    if (fault?.command === command && at >= fault.from && own.failed < fault.times) {
      own.failed += 1;
      throw fault.error;
    }
    return answer(input, own);
  };
}

const find = (own: Run, key: Row = {}): Row | undefined => own.rows.get(nameOf(key));
const put = (own: Run, item: Row): void => {
  own.rows.set(nameOf(item), item);
};

/** By partition, and by the beginning or the bounds of the sort value. */
function query(input: QueryCommandInput, own: Run) {
  const {
    IndexName: index = '',
    KeyConditionExpression: condition = '',
    ExpressionAttributeValues: values = {},
  } = input;
  const [pk, sk] = [`${index}pk`, `${index}sk`];
  const [partition, ...rest] = Object.values(values);
  const [from, to] = rest.map(String);
  const isMeant = (value: string): boolean => {
    if (from === undefined) return true;
    if (condition.includes('begins_with')) return value.startsWith(from);
    if (condition.includes('BETWEEN')) return value >= from && value <= (to ?? '');
    return true;
  };
  const Items = [...own.rows.values()].filter((row) => row[pk] === partition && isMeant(String(row[sk])));
  return { Items };
}

/** Mocks every client that requests are answered with. @param secrets by their names */
export function mockAws(secrets: Readonly<Record<string, string>>): void {
  const dynamo = mockClient(DynamoDBDocumentClient);
  dynamo.on(GetCommand).callsFake(asked('Get', ({ Key }: { Key: Key }, own) => ({ Item: find(own, Key) })));
  dynamo.on(BatchGetCommand).callsFake(
    asked('BatchGet', ({ RequestItems }: { RequestItems: { table: { Keys: Key[] } } }, own) => ({
      Responses: { table: RequestItems.table.Keys.flatMap((key) => find(own, key) ?? []) },
    })),
  );
  dynamo.on(QueryCommand).callsFake(asked('Query', query));
  dynamo.on(PutCommand).callsFake(asked('Put', ({ Item }: { Item: Row }, own) => put(own, Item)));
  dynamo.on(UpdateCommand).callsFake(
    asked(
      'Update',
      ({ Key, ExpressionAttributeValues: values }: { Key: Key; ExpressionAttributeValues?: Row }, own) => ({
        Attributes: { mediaId: values?.[':media'], ...find(own, Key) },
      }),
    ),
  );
  dynamo.on(DeleteCommand).callsFake(
    asked('Delete', ({ Key }: { Key: Key }, own) => {
      const Attributes = find(own, Key);
      own.rows.delete(nameOf(Key));
      return { Attributes };
    }),
  );
  dynamo.on(TransactWriteCommand).callsFake(
    asked(
      'TransactWrite',
      (
        {
          TransactItems,
        }: {
          TransactItems: { Put?: { Item: Row }; Update?: { Key: Key; ExpressionAttributeValues: Row } }[];
        },
        own,
      ) => {
        for (const { Put, Update } of TransactItems) {
          if (Put) put(own, Put.Item);
          // Where a checkout is begun, the next look must find it.
          const ids = Update?.ExpressionAttributeValues?.[':paymentIds'];
          if (Update && ids) put(own, { ...find(own, Update.Key), paymentIds: ids });
        }
      },
    ),
  );
  const s3 = mockClient(S3Client);
  s3.on(HeadObjectCommand).callsFake(asked('HeadObject', () => ({ ContentLength: 3, ETag: '"e"' })));
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff);
  s3.on(GetObjectCommand).callsFake(
    asked('GetObject', () => ({ Body: { transformToByteArray: async () => jpeg } })),
  );
  for (const [name, command] of [
    ['CopyObject', CopyObjectCommand],
    ['DeleteObject', DeleteObjectCommand],
    ['DeleteObjects', DeleteObjectsCommand],
  ] as const) {
    s3.on(command as typeof CopyObjectCommand).callsFake(asked(name, () => ({})));
  }
  mockClient(SQSClient)
    .on(SendMessageCommand)
    .callsFake(asked('SendMessage', () => ({})));
  mockClient(SSMClient)
    .on(GetParameterCommand)
    .callsFake(
      asked('GetParameter', ({ Name }: { Name: string }) => ({
        Parameter: { Value: secrets[Name.split('/').at(-1) ?? ''] },
      })),
    );
}
