import { isDeepStrictEqual } from 'node:util';
import { tableSchema } from '../../../functions/table/schema.ts';
import { itemBytes, writeUnits, type Item } from './item-size.ts';

/** One change of one item. */
export type ItemChange = { readonly before: Item | undefined; readonly after: Item | undefined };

/** What a change does to one partition of an index. */
export type IndexChange = {
  readonly index: string;
  /** The partition's key. */
  readonly pk: string;
  readonly units: number;
  /** Whether the item is new in this partition. */
  readonly isEntry: boolean;
};

/**
 * What a change writes to the indexes, each of which has all attributes: an item that stays where it is costs
 * one write, one that moves a delete and a put, also within its partition.
 * Source: DynamoDB Developer Guide, "Using global secondary indexes in DynamoDB", write capacity units.
 */
export function indexChanges({ before, after }: ItemChange): IndexChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  return tableSchema.indexes.flatMap(({ name, partitionKey, sortKey }) => {
    const place = (item: Item | undefined) => {
      const [pk, sk] = [item?.[partitionKey.name]?.S, item?.[sortKey.name]];
      return item === undefined || pk === undefined || sk === undefined
        ? undefined
        : { pk, sk: sk.S ?? sk.N, units: writeUnits(itemBytes(item)) };
    };
    const [from, to] = [place(before), place(after)];
    const isEntry = to !== undefined && from?.pk !== to.pk;
    const changes: IndexChange[] = [];
    const stays = from !== undefined && to !== undefined && from.pk === to.pk && from.sk === to.sk;
    if (from && !stays) changes.push({ index: name, pk: from.pk, units: from.units, isEntry: false });
    if (to) changes.push({ index: name, pk: to.pk, units: to.units, isEntry });
    return changes;
  });
}
