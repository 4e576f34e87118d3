import { tableSchema } from '../../../functions/table/schema.ts';

/** A key attribute: its type and value. */
export type AttributeText = { readonly S?: string; readonly N?: string; readonly B?: string };

/** An item as a request names it. */
export type NamedItem = {
  readonly table: string;
  readonly pk: AttributeText;
  readonly sk: AttributeText;
  /** One text for table and key. */
  readonly id: string;
  /** Whether a read of it is consistent. */
  readonly isConsistent: boolean;
};

export type Fields = { readonly [name: string]: unknown };

const KINDS = {
  TransactWriteItems: 'transaction',
  TransactGetItems: 'read-transaction',
  PutItem: 'write',
  UpdateItem: 'write',
  DeleteItem: 'write',
  BatchWriteItem: 'batch-write',
  GetItem: 'read',
  BatchGetItem: 'batch-read',
  Query: 'query',
  Scan: 'query',
} as const;

/** A request, as far as its treatment depends on it. */
export type TableRequest = {
  readonly kind: (typeof KINDS)[keyof typeof KINDS];
  readonly input: Fields;
  /** In the order in which they are named; those of a batch by table. None of a query. */
  readonly items: readonly NamedItem[];
  /** Who sent it, where a test or bench has that said. */
  readonly caller?: string | undefined;
};

const WRITES: ReadonlySet<TableRequest['kind']> = new Set(['transaction', 'write', 'batch-write']);

export const isWrite = (kind: TableRequest['kind']): boolean => WRITES.has(kind);

/** A header in which tests and benches have requests name who sends them. */
export const CALLER_HEADER = 'x-table-caller';

/** `target` is the header `X-Amz-Target`. */
type Asked = { readonly target: string; readonly body: string; readonly caller?: string | undefined };

/**
 * What a request asks for.
 * @returns undefined for other operations, and for what the table will refuse as malformed
 */
export function parseTableRequest({ target, body, caller }: Asked): TableRequest | undefined {
  const [prefix, operation = ''] = target.split('.');
  if (prefix !== 'DynamoDB_20120810' || !isKnown(operation)) return undefined;
  const kind = KINDS[operation];
  try {
    const input = JSON.parse(body) as Fields;
    return { kind, input, items: itemsOf(kind, input), caller };
  } catch {
    return undefined;
  }
}

const isKnown = (operation: string): operation is keyof typeof KINDS => operation in KINDS;

function itemsOf(kind: TableRequest['kind'], input: Fields): NamedItem[] {
  switch (kind) {
    case 'query':
      return [];
    case 'read':
    case 'write':
      return [named(input)];
    case 'transaction':
    case 'read-transaction':
      return (input['TransactItems'] as Fields[]).map((action) => named(Object.values(action)[0] as Fields));
    case 'batch-read':
      return Object.entries(input['RequestItems'] as Record<string, Fields>).flatMap(([table, asked]) =>
        (asked['Keys'] as Fields[]).map((Key) => named({ ...asked, TableName: table, Key })),
      );
    case 'batch-write':
      return Object.entries(input['RequestItems'] as Record<string, Fields[]>).flatMap(([table, writes]) =>
        writes.map((write) => named({ TableName: table, ...(Object.values(write)[0] as Fields) })),
      );
  }
}

function named({ TableName: table, Key, Item, ConsistentRead }: Fields): NamedItem {
  const key = (Key ?? Item) as Record<string, AttributeText>;
  const [pk, sk] = [key[tableSchema.partitionKey.name], key[tableSchema.sortKey.name]];
  if (typeof table !== 'string' || !pk || !sk) throw new Error('A key is missing.');
  return { table, pk, sk, id: itemId(table, key), isConsistent: ConsistentRead === true };
}

/** One text for a table and the key of one of its items. */
export function itemId(table: string, key: { readonly [name: string]: AttributeText }): string {
  return JSON.stringify([table, key[tableSchema.partitionKey.name], key[tableSchema.sortKey.name]]);
}
