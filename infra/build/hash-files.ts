import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { projectDir } from './project-paths.ts';

/**
 * One hash over the paths and contents of all files under some folders of the project. Equal hashes mean that
 * a build would give the same result. It blocks: reading one file after the other so takes a fraction of the
 * time of asynchronous reads, and each start waits for it.
 */
export function hashFiles(inputs: readonly string[]): string {
  const files = inputs.flatMap(filesOf).sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(path.join(projectDir, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesOf(input: string): string[] {
  const place = path.join(projectDir, input);
  if (statSync(place).isFile()) return [input];
  return readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(projectDir, path.join(entry.parentPath, entry.name)));
}
