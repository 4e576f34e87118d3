import { DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { queryKeys, queryRows } from '../../../functions/table/query-rows.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const rows = Array.from({ length: 7 }, (_, at) => ({ pk: 'P', sk: String(at) }));
const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'P' } };

/** A table whose answers hold three rows at most. */
beforeEach(() => {
  process.env['TABLE_NAME'] = 'table';
  dynamo.reset();
  dynamo.on(QueryCommand).callsFake(({ ExclusiveStartKey, Limit = 3 }: QueryCommandInput) => {
    const from = ExclusiveStartKey ? Number(ExclusiveStartKey['sk']) + 1 : 0;
    const Items = rows.slice(from, from + Math.min(3, Limit));
    const last = Items.at(-1);
    return { Items, ...(last && from + Items.length < rows.length && { LastEvaluatedKey: last }) };
  });
});

const limits = () => dynamo.commandCalls(QueryCommand).map(({ args }) => args[0].input.Limit);

it('asks again until it has all that there is', async () => {
  expect(await queryRows(query)).toEqual(rows);
  expect(limits()).toEqual([undefined, undefined, undefined]);
});

it('asks for no more than is wanted, and for the rest where one answer was not enough', async () => {
  expect(await queryRows(query, 2)).toEqual(rows.slice(0, 2));
  expect(await queryRows(query, 5)).toEqual(rows.slice(0, 5));
  expect(limits()).toEqual([2, 5, 2]);
});

it('begins behind a row', async () => {
  expect(await queryRows({ ...query, ExclusiveStartKey: rows[4] })).toEqual(rows.slice(5));
});

it('reads keys alone where nothing else is wanted', async () => {
  expect(await queryKeys(query)).toEqual(rows);
  expect(dynamo.commandCalls(QueryCommand)[0]?.args[0].input.ProjectionExpression).toBe('pk, sk');
});
