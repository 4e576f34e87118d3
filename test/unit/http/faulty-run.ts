import { AsyncLocalStorage } from 'node:async_hooks';
import type { Row } from '../../../functions/table/dynamo.ts';

/** What fails: one kind of command of a request, after so many of its kind. */
export type Fault = {
  readonly command: string;
  readonly from: number;
  readonly times: number;
  readonly error: Error;
};

/** What a run finds: rows, and files by key. */
export type World = { readonly rows: readonly Row[]; readonly files?: Readonly<Record<string, Uint8Array>> };

export type Run = {
  readonly rows: Map<string, Row>;
  readonly files: Map<string, Uint8Array>;
  readonly commands: string[];
  /** What each of them asked for. */
  readonly inputs: unknown[];
  fault: Fault | undefined;
  failed: number;
};

/** A row by its key, as it is found. */
export const nameOf = (row: Row): string => `${String(row['pk'])} ${String(row['sk'])}`;

// Each request has its own, so that what one leaves behind is not another's.
const runs = new AsyncLocalStorage<Run>();

function run(): Run {
  const found = runs.getStore();
  if (!found) throw new Error('AWS is asked outside of a request.');
  return found;
}

/** Runs something against a table of these rows. @returns also the commands that were sent, in order, and what is left */
export async function withAws<T>(
  { rows, files = {} }: World,
  fault: Fault | undefined,
  act: () => Promise<T>,
) {
  const own: Run = {
    rows: new Map(rows.map((row) => [nameOf(row), row])),
    files: new Map(Object.entries(files)),
    commands: [],
    inputs: [],
    fault,
    failed: 0,
  };
  const result = await runs.run(own, act);
  const left: World = { rows: [...own.rows.values()], files: Object.fromEntries(own.files) };
  const { commands, inputs, failed } = own;
  return { result, commands, inputs, failed, left };
}

/** Counts a command, and fails it where it is the one that is to fail. */
export function asked<I, O>(command: string, answer: (input: I, own: Run) => O) {
  return async (input: I): Promise<O> => {
    const own = run();
    const at = own.commands.filter((one) => one === command).length;
    own.commands.push(command);
    own.inputs.push(input);
    const { fault } = own;
    if (fault?.command === command && at >= fault.from && own.failed < fault.times) {
      own.failed += 1;
      throw fault.error;
    }
    return answer(input, own);
  };
}
