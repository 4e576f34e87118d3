import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamoClient } from '../aws/clients.ts';
import { type Row, tableName } from './dynamo.ts';
import type { Key } from './keys.ts';

type RowQuery = Omit<QueryCommandInput, 'TableName' | 'Limit'>;

/**
 * What a query finds, in as many requests as that takes: each answers at most 1 MB.
 * @param limit at most this many rows; all of them if absent
 */
export async function queryRows(query: RowQuery, limit = Number.POSITIVE_INFINITY): Promise<Row[]> {
  const rows: Row[] = [];
  let start = query.ExclusiveStartKey;
  do {
    const page = await dynamoClient().send(
      new QueryCommand({
        ...query,
        TableName: tableName(),
        ExclusiveStartKey: start,
        ...(Number.isFinite(limit) && { Limit: limit - rows.length }),
      }),
    );
    rows.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start && rows.length < limit);
  return rows;
}

const keyRow = z.object({ pk: z.string(), sk: z.string() });

export const parseKey = (row: Row): Key => keyRow.parse(row);

/** Only the keys of what a query finds. */
export async function queryKeys(query: RowQuery): Promise<Key[]> {
  return (await queryRows({ ...query, ProjectionExpression: 'pk, sk' })).map(parseKey);
}
