import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectDir } from './project-paths.ts';

/**
 * One hash over the paths and contents of all files under some folders of the project. Equal hashes mean that
 * a build would give the same result.
 */
export async function hashFiles(inputs: readonly string[]): Promise<string> {
  const files = (await Promise.all(inputs.map(filesOf))).flat().sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const content = await readFile(path.join(projectDir, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function filesOf(input: string): Promise<string[]> {
  const entries = await readdir(path.join(projectDir, input), {
    withFileTypes: true,
    recursive: true,
  }).catch(() => undefined);
  if (entries === undefined) return [input];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(projectDir, path.join(entry.parentPath, entry.name)));
}
