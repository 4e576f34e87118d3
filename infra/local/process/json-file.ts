import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a value as JSON so that a reader finds the old file or the new one, never half of one, whenever the
 * process is killed. Readable by its owner alone: some files hold keys and addresses. One write at a time for each file.
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
 * Reads a file of JSON by its shape; undefined where there is none yet.
 * @throws Error naming the file where it is damaged: it is the person's to decide whether to delete it.
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
