import type { Forward } from './batches.ts';
import { itemId, type AttributeText, type Fields, type TableRequest } from './table-request.ts';
import type { Answer } from './upstream.ts';

type Row = { readonly [name: string]: AttributeText };
type Page = Fields & { readonly Items?: readonly Row[]; readonly LastEvaluatedKey?: Row };

/**
 * Leaves what has just come into a partition of an index out of queries for a while, as if the index had not
 * got it yet. Source: DynamoDB Developer Guide, "Data synchronization between tables and global secondary indexes".
 */
export function createIndexDelay({ delayMs, now }: { delayMs: number; now: () => number }) {
  /** By index, until when an item is not in it. */
  const late = new Map<string, Map<string, number>>();

  /** The items that an index has not got yet. */
  function lateIn(index: string): ReadonlySet<string> {
    const items = late.get(index) ?? new Map<string, number>();
    const at = now();
    // In the order of their times.
    for (const [id, until] of items) {
      if (until > at) break;
      items.delete(id);
    }
    return new Set(items.keys());
  }

  return {
    /** Notes that an item has come into a partition of an index. */
    note(index: string, id: string): void {
      if (delayMs === 0) return;
      const items = late.get(index) ?? new Map<string, number>();
      late.set(index, items);
      lateIn(index);
      items.delete(id);
      items.set(id, now() + delayMs);
    },

    async query(request: TableRequest, forward: Forward): Promise<Answer> {
      const { IndexName: index, TableName: table, Limit: limit, ...others } = request.input;
      const missing = typeof index === 'string' ? lateIn(index) : undefined;
      if (missing === undefined || missing.size === 0) return forward(request);
      // One page of the index as it was: what is left out is made up for.
      const isWhole = !('ProjectionExpression' in others) && typeof limit === 'number';
      const input = isWhole ? { ...request.input, Limit: limit + missing.size } : request.input;
      const answer = await forward({ ...request, input });
      if (answer.status !== 200) return answer;
      const page = JSON.parse(answer.body.toString()) as Page;
      if (page.Items === undefined) return answer;
      const kept = page.Items.filter((item) => !missing.has(itemId(String(table), item)));
      const items = isWhole ? kept.slice(0, limit) : kept;
      const { LastEvaluatedKey: end, ...rest } = page;
      const last = items.length < kept.length ? positionOf(items.at(-1) ?? {}, String(index)) : end;
      return {
        ...answer,
        body: Buffer.from(
          JSON.stringify({
            ...rest,
            Items: items,
            Count: items.length,
            ScannedCount: Number(page['ScannedCount']) - (page.Items.length - items.length),
            ...(last && { LastEvaluatedKey: last }),
          }),
        ),
      };
    },
  };
}

/** Where in an index a query goes on after an item. */
function positionOf(item: Row, index: string): Row {
  const names = ['pk', 'sk', `${index}pk`, `${index}sk`];
  return Object.fromEntries(names.flatMap((name) => (item[name] ? [[name, item[name]]] : [])));
}
