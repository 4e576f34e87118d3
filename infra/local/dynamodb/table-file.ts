import { DatabaseSync } from 'node:sqlite';
import type { ItemChange } from './index-changes.ts';
import type { Item } from './item-size.ts';
import { itemId, type AttributeText, type NamedItem } from './table-request.ts';

/** Looks into dynoxide's file while dynoxide writes to it. */
export type TableFile = {
  readonly tableName: string;
  /** Bytes of an item by DynamoDB's rules; 0 if it does not exist. */
  readonly bytesOf: (item: NamedItem) => number;
  readonly itemOf: (item: NamedItem) => Item | undefined;
  /** What has changed since the last call, in order, each change once. */
  readonly changes: () => (ItemChange & { readonly id: string })[];
  readonly close: () => void;
};

/** How dynoxide writes a key: its type and its value. */
const stored = (value: AttributeText): string => Object.entries(value)[0]?.join(':') ?? '';

const parsed = (json: string | null | undefined): Item | undefined =>
  json == null ? undefined : (JSON.parse(json) as Item);

/**
 * Records of all tables, so that each is read once: where only its table's counted, those of others would be read again with
 * every write.
 */
export const RECORDS_AFTER =
  'SELECT id, table_name, keys_json, old_image, new_image FROM _stream_records WHERE id > ? ORDER BY id';

type StreamRecord = {
  id: number;
  table_name: string;
  keys_json: string;
  old_image: string | null;
  new_image: string | null;
};

/** @param tableName the one table that it looks at; items of others have no size */
export function openTableFile({ file, tableName }: { file: string; tableName: string }): TableFile {
  const database = new DatabaseSync(file, { readOnly: true });
  const name = tableName.replaceAll('"', '""');
  const row = database.prepare(`SELECT item_size, item_json FROM "${name}" WHERE pk = ? AND sk = ?`);
  const news = database.prepare(RECORDS_AFTER);
  const { last } = database.prepare('SELECT MAX(id) AS last FROM _stream_records').get() as {
    last: number | null;
  };
  let seen = last ?? 0;

  const find = ({ table, pk, sk }: NamedItem): { item_size: number; item_json: string } | undefined =>
    table === tableName
      ? (row.get(stored(pk), stored(sk)) as { item_size: number; item_json: string } | undefined)
      : undefined;

  return {
    tableName,
    bytesOf: (item) => find(item)?.item_size ?? 0,
    itemOf: (item) => parsed(find(item)?.item_json),
    changes() {
      const records = news.all(seen) as StreamRecord[];
      seen = records.at(-1)?.id ?? seen;
      const own = records.filter(({ table_name }) => table_name === tableName);
      return own.map(({ keys_json, old_image, new_image }) => ({
        id: itemId(tableName, JSON.parse(keys_json) as Item),
        before: parsed(old_image),
        after: parsed(new_image),
      }));
    },
    close: () => database.close(),
  };
}
