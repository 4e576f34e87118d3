import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamoClient } from '../aws/clients.ts';
import { isConditionFailure, type Row, tableName } from './dynamo.ts';
import type { Key } from './keys.ts';

type Update = Omit<UpdateCommandInput, 'TableName' | 'Key'>;

/**
 * Updates one row on a condition.
 * @returns the attributes that `ReturnValues` asks for; undefined if the condition did not hold
 */
export async function updateRow(key: Key, update: Update): Promise<Row | undefined> {
  try {
    const { Attributes } = await dynamoClient().send(
      new UpdateCommand({ TableName: tableName(), Key: key, ...update }),
    );
    return Attributes ?? {};
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

/** A SET expression, without undefined fields. Names are replaced, because some are reserved words. */
export function assignments(fields: Row) {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    UpdateExpression: `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(set.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
  };
}

/** An ADD expression, for numbers or sets. */
export function additions(amounts: Row) {
  const added = Object.entries(amounts);
  return {
    UpdateExpression: `ADD ${added.map(([name]) => `#${name} :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(added.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(added.map(([name, value]) => [`:${name}`, value])),
  };
}
