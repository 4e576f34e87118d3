import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import {
  BatchGetCommand,
  BatchWriteCommand,
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
import type { Row } from '../../../functions/table/dynamo.ts';
import type { Key } from '../../../functions/table/keys.ts';
import { mockFiles } from './faulty-files.ts';
import { asked, nameOf, type Run } from './faulty-run.ts';

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
    asked('TransactWrite', ({ TransactItems }: { TransactItems: Written[] }, own) => {
      for (const { Put, Update, Delete } of TransactItems) {
        if (Put) put(own, Put.Item);
        if (Delete) own.rows.delete(nameOf(Delete.Key));
        // What the rest of a call looks at again: a checkout that was begun, an item whose status was set.
        const {
          ':paymentIds': paymentIds,
          ':status': status,
          ':version': statusVersion,
        } = {
          ...Update?.ExpressionAttributeValues,
        };
        if (Update && paymentIds) put(own, { ...find(own, Update.Key), paymentIds });
        if (Update && statusVersion) put(own, { ...find(own, Update.Key), status, statusVersion });
      }
    }),
  );
  dynamo.on(BatchWriteCommand).callsFake(
    asked('BatchWrite', ({ RequestItems: { table = [] } }: Writes, own) => {
      for (const { DeleteRequest } of table) own.rows.delete(nameOf(DeleteRequest?.Key ?? {}));
      return {};
    }),
  );
  mockFiles();
  mockClient(CognitoIdentityProviderClient)
    .on(AdminDeleteUserCommand)
    .callsFake(asked('DeleteAccount', () => ({})));
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

type Written = {
  Put?: { Item: Row };
  Update?: { Key: Key; ExpressionAttributeValues: Row };
  Delete?: { Key: Key };
};

type Writes = { RequestItems: { table?: { DeleteRequest?: { Key: Key } }[] } };
