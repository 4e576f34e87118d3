import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';

/** By function, the rights that its requests needed, as `action resource`. */
export type RecordedRights = Readonly<Record<string, readonly string[]>>;

/** What the API tests have recorded, kept in the repository for the tests of the templates. */
const KEPT = new URL('../infra/recorded-calls.json', import.meta.url);

const shape = z.record(z.string(), z.array(z.string()));

export async function readRecordedRights(): Promise<RecordedRights> {
  return shape.parse(JSON.parse(await readFile(KEPT, 'utf8')));
}

export async function writeRecordedRights(rights: RecordedRights): Promise<void> {
  await writeFile(KEPT, `${JSON.stringify(rights, undefined, 2)}\n`);
}

/** The recorder's lines, sorted by function and right. */
export function fromLines(lines: readonly string[]): RecordedRights {
  const rights: Record<string, string[]> = {};
  for (const line of [...new Set(lines)].toSorted()) {
    const [functionId = '', ...words] = line.split(' ');
    if (functionId !== '') (rights[functionId] ??= []).push(words.join(' '));
  }
  return rights;
}

/** `function action resource` for each right. */
export function linesOf(rights: RecordedRights): string[] {
  return Object.entries(rights).flatMap(([functionId, used]) =>
    used.map((right) => `${functionId} ${right}`),
  );
}

/** The lines of `rights` that `other` lacks. */
export function missingIn(rights: RecordedRights, other: RecordedRights): string[] {
  const present = new Set(linesOf(other));
  return linesOf(rights).filter((line) => !present.has(line));
}
