import { tableSchema } from '../../../functions/table/schema.ts';
import { withoutItems, type Forward } from './batches.ts';
import type { CapacityMeter, Partition } from './capacity-meter.ts';
import { readUnits, writeUnits } from './item-size.ts';
import { partitionOf } from './query-partition.ts';
import { throttled, transactionThrottled, type Throttle } from './refusals.ts';
import type { TableFile } from './table-file.ts';
import { isWrite, type NamedItem, type TableRequest } from './table-request.ts';
import type { Answer } from './upstream.ts';

const indexNames = tableSchema.indexes.map(({ name }) => name);

const partition = ({ pk }: NamedItem): Partition => ({ of: 'table', pk: pk.S ?? '' });

/**
 * Counts what each request takes of the partitions that it touches, and throttles it where nothing is left of
 * their second: of the table's, or of an index's that it would write to.
 * Source: DynamoDB Developer Guide, "DynamoDB read and write operations" and "Using global secondary indexes".
 */
export function createCapacity({ meter, file }: { meter: CapacityMeter; file: TableFile }) {
  function throttleOf(item: NamedItem, { kind, input }: TableRequest): Throttle | undefined {
    const use = isWrite(kind) ? 'write' : 'read';
    if (meter.isUsedUp(partition(item), use)) return { of: 'table', kind: use };
    if (use === 'read') return undefined;
    const indexes = meter.usedUpIndexes();
    const whole = indexNames.filter(meter.isIndexUsedUp);
    if (indexes.length + whole.length === 0) return undefined;
    // Where the item is in the index, and where the request would bring it.
    const before = file.itemOf(item);
    const asked = JSON.stringify(input);
    const touched = indexes.find(
      ({ of, pk }) => before?.[`${of}pk`]?.S === pk || asked.includes(JSON.stringify(pk)),
    );
    const of =
      touched?.of ??
      whole.find((index) => before?.[`${index}pk`] !== undefined || asked.includes(`${index}pk`));
    return of === undefined ? undefined : { of, kind: 'write' };
  }

  function throttle(request: TableRequest, forward: Forward): Promise<Answer> {
    const { kind, input, items } = request;
    const queried = kind === 'query' ? partitionOf(input) : undefined;
    if (queried && meter.isUsedUp(queried, 'read'))
      return refuse(request, throttled({ of: queried.of, kind: 'read' }));
    const throttles = items.map((item) => throttleOf(item, request));
    const first = throttles.find((each) => each !== undefined);
    if (first === undefined) return forward(request);
    if (kind === 'transaction' || kind === 'read-transaction')
      return refuse(request, transactionThrottled(throttles));
    if (!throttles.includes(undefined)) return refuse(request, throttled(first));
    meter.count('throttled', request.caller);
    return withoutItems(
      request,
      throttles.map((each) => each !== undefined),
      forward,
    );
  }

  async function refuse({ caller }: TableRequest, answer: Answer): Promise<Answer> {
    meter.count('throttled', caller);
    return answer;
  }

  function chargeItems({ kind, items, caller }: TableRequest, before: readonly number[]): void {
    for (const [position, item] of items.entries()) {
      if (item.table !== file.tableName) continue;
      const bytes = file.bytesOf(item);
      const twice = kind === 'transaction' || kind === 'read-transaction' ? 2 : 1;
      const isWriting = isWrite(kind);
      const units = isWriting
        ? writeUnits(Math.max(bytes, before[position] ?? 0))
        : readUnits(bytes) * (item.isConsistent || twice === 2 ? 1 : 0.5);
      meter.charge(partition(item), { kind: isWriting ? 'write' : 'read', units: twice * units }, caller);
    }
  }

  /** Has a request carried out, and counts what it took. Failed conditions are paid for as well. */
  async function measure(request: TableRequest, forward: Forward): Promise<Answer> {
    if (request.kind === 'query') return measureQuery(request, forward);
    const before = isWrite(request.kind) ? request.items.map(file.bytesOf) : [];
    const answer = await forward(request);
    if (answer.status === 200 || answer.body.includes('ConditionalCheckFailed')) chargeItems(request, before);
    return answer;
  }

  /** Only the table knows what a query has read. */
  async function measureQuery(request: TableRequest, forward: Forward): Promise<Answer> {
    const { input, caller } = request;
    const read = partitionOf(input);
    if (read === undefined || input['TableName'] !== file.tableName) return forward(request);
    const isAsked = input['ReturnConsumedCapacity'] !== undefined;
    const answer = await forward({ ...request, input: { ReturnConsumedCapacity: 'TOTAL', ...input } });
    const { body, units } = withoutConsumed(answer.body);
    meter.charge(read, { kind: 'read', units }, caller);
    return isAsked ? answer : { ...answer, body };
  }

  return { throttle, measure };
}

const CONSUMED = ',"ConsumedCapacity":';

/** What a query took, and its answer without that, which its sender has not asked for. */
function withoutConsumed(body: Buffer): { body: Buffer; units: number } {
  const at = body.lastIndexOf(CONSUMED);
  const [told, units] =
    /^[^{]*\{[^{}]*"CapacityUnits":([\d.]+)[^{}]*\}/.exec(body.subarray(Math.max(at, 0)).toString()) ?? [];
  if (at === -1 || told === undefined) return { body, units: Number(units ?? 0) };
  const rest = [body.subarray(0, at), body.subarray(at + Buffer.byteLength(told))];
  return { body: Buffer.concat(rest), units: Number(units) };
}
