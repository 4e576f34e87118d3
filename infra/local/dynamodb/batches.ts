import { json } from './refusals.ts';
import type { Fields, TableRequest } from './table-request.ts';
import type { Answer } from './upstream.ts';

/** Carries out a request: passes it to the next rule that may refuse it, and finally to the server behind. */
export type Forward = (request: TableRequest) => Promise<Answer>;

/** By table, the writes of a batch, or the keys that it reads and how. */
type Requested = Readonly<Record<string, readonly object[] | { readonly Keys: readonly object[] }>>;

/** Carries out a batch without some of its items, by position, and names these as unprocessed. */
export async function withoutItems(
  request: TableRequest,
  isLeft: readonly boolean[],
  forward: Forward,
): Promise<Answer> {
  if (!isLeft.includes(true)) return forward(request);
  const { kind, input, items, caller } = request;
  const name = kind === 'batch-read' ? 'UnprocessedKeys' : 'UnprocessedItems';
  const requested = input['RequestItems'] as Requested;
  const left = picked(requested, isLeft);
  if (!isLeft.includes(false))
    return json(200, { ...(kind === 'batch-read' && { Responses: {} }), [name]: left });
  const answer = await forward({
    kind,
    input: {
      ...input,
      RequestItems: picked(
        requested,
        isLeft.map((one) => !one),
      ),
    },
    items: items.filter((_, position) => isLeft[position] === false),
    caller,
  });
  if (answer.status !== 200) return answer;
  const told = JSON.parse(answer.body.toString()) as Fields;
  return json(200, { ...told, [name]: joined((told[name] ?? {}) as Requested, left) });
}

/** Those of a batch that are true by their position in all of it, without tables that are left empty. */
function picked(requested: Requested, isPicked: readonly boolean[]): Requested {
  let position = 0;
  const pick = (all: readonly object[]) => all.filter(() => isPicked[position++]);
  const tables = Object.entries(requested).map(([table, asked]) => {
    const some = pick(listOf(asked));
    return { table, some, asked: 'Keys' in asked ? { ...asked, Keys: some } : some };
  });
  return Object.fromEntries(
    tables.filter(({ some }) => some.length > 0).map(({ table, asked }) => [table, asked]),
  );
}

const listOf = (asked: Requested[string]): readonly object[] => ('Keys' in asked ? asked.Keys : asked);

function joined(one: Requested, other: Requested): Requested {
  const tables = [...new Set([...Object.keys(one), ...Object.keys(other)])].map((table) => {
    const all = [one[table] ?? [], other[table] ?? []];
    const list = all.flatMap(listOf);
    const options = all.find((asked) => 'Keys' in asked);
    return [table, options ? { ...options, Keys: list } : list] as const;
  });
  return Object.fromEntries(tables);
}
