import { tableSchema } from '../../../functions/table/schema.ts';

/** An item as a request names it. */
export type NamedItem = {
  readonly table: string;
  readonly pk: AttributeText;
  readonly sk: AttributeText;
  /** One text for table and key. */
  readonly id: string;
};

/** A key attribute's type and value. */
type AttributeText = { readonly S?: string; readonly N?: string; readonly B?: string };

type Fields = { readonly [name: string]: unknown };

const SINGLE_WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/** A request, as far as its treatment depends on it. */
export type TableRequest = {
  readonly kind: 'transaction' | 'read-transaction' | 'write' | 'batch-write';
  readonly input: Fields;
  /** In the order in which they are named; those of a batch by table. */
  readonly items: readonly NamedItem[];
};

/**
 * What a request asks for.
 * @param target the header `X-Amz-Target`
 * @returns undefined for other operations, and for what the table will refuse as malformed
 */
export function parseTableRequest(target: string, body: string): TableRequest | undefined {
  const [prefix, operation = ''] = target.split('.');
  if (prefix !== 'DynamoDB_20120810') return undefined;
  const kind = kindOf(operation);
  if (kind === undefined) return undefined;
  try {
    const input = JSON.parse(body) as Fields;
    return { kind, input, items: namedItems(kind, input) };
  } catch {
    return undefined;
  }
}

function kindOf(operation: string): TableRequest['kind'] | undefined {
  if (operation === 'TransactWriteItems') return 'transaction';
  if (operation === 'TransactGetItems') return 'read-transaction';
  if (operation === 'BatchWriteItem') return 'batch-write';
  return SINGLE_WRITES.has(operation) ? 'write' : undefined;
}

function namedItems(kind: TableRequest['kind'], input: Fields): NamedItem[] {
  if (kind === 'write') return [named(input)];
  if (kind === 'batch-write')
    return Object.entries(input['RequestItems'] as Record<string, Fields[]>).flatMap(([table, requests]) =>
      requests.map((request) => named({ TableName: table, ...writeOf(request) })),
    );
  return (input['TransactItems'] as Fields[]).map((action) => named(Object.values(action)[0] as Fields));
}

const writeOf = (request: Fields): Fields => (request['PutRequest'] ?? request['DeleteRequest']) as Fields;

function named({ TableName: table, Key, Item }: Fields): NamedItem {
  const key = (Key ?? Item) as Record<string, AttributeText>;
  const [pk, sk] = [key[tableSchema.partitionKey.name], key[tableSchema.sortKey.name]];
  if (typeof table !== 'string' || !pk || !sk) throw new Error('A key is missing.');
  return { table, pk, sk, id: JSON.stringify([table, pk, sk]) };
}
