import type { Partition } from './capacity-meter.ts';
import type { AttributeText, Fields } from './table-request.ts';

/** The partition that a query reads; undefined for a scan. */
export function partitionOf(input: Fields): Partition | undefined {
  const { KeyConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues, IndexName } = input;
  if (typeof KeyConditionExpression !== 'string') return undefined;
  const names = (ExpressionAttributeNames ?? {}) as Record<string, string>;
  const values = (ExpressionAttributeValues ?? {}) as Record<string, AttributeText>;
  const of = typeof IndexName === 'string' ? IndexName : 'table';
  const keyName = of === 'table' ? 'pk' : `${of}pk`;
  for (const [, name = '', value = ''] of KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)) {
    const pk = values[value]?.S;
    if ((names[name] ?? name) === keyName && pk !== undefined) return { of, pk };
  }
  return undefined;
}
