import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a value as JSON, atomically: even if the process is killed, a reader finds the old file or the new
 * one. Readable by its owner alone, because some files hold keys and addresses. One write at a time per file.
 */
export async function writeJsonFile(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(value, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/**
 * Reads a JSON file; undefined if it does not exist.
 * @throws Error naming the file if it is damaged: whether to delete it is for the person to decide
 */
export async function readJsonFile<T>(path: string, parse: (value: unknown) => T): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${path} is damaged. Delete it to start with a new one.`, { cause });
  }
}
