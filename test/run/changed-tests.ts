import { spawnSync } from 'node:child_process';
import { projectDir } from '../../infra/build/project-paths.ts';

function git(...words: readonly string[]): string {
  const { status, stdout } = spawnSync('git', words, { cwd: projectDir, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/** The commit that changes are counted from: where this branch left main, or else the last one. */
export function changedSince(): string {
  return git('merge-base', 'HEAD', 'main') || 'HEAD';
}

/** Paths that differ from a commit, new files included. */
export function changedFiles(since: string): string[] {
  const found = [git('diff', '--name-only', since), git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(found.join('\n').split('\n').filter(Boolean))];
}

/** Tests that reach files without importing them: by a path that they compute, or by reading them. */
const unseen: readonly (readonly [changed: RegExp, tests: readonly string[]])[] = [
  [
    /^(functions\/(?!jobs\/)|shared\/)/,
    ['access', 'calls', 'faults', 'invalid-requests'].map((name) => `test/unit/http/${name}.test.ts`),
  ],
  [/^functions\/(?!http\/)/, ['test/unit/jobs/faults.test.ts']],
  [/\.md$/, ['test/unit/docs/']],
  [/^(functions|infra|shared|web)\//, ['test/unit/import-directions.test.ts']],
  [/^(infra\/lint\/|\.oxlintrc)/, ['test/unit/query-cache-rules.test.ts']],
  [/^(web\/src|test\/components)\//, ['test/unit/web/component-tests.test.ts']],
];

/** The path prefixes of tests that vitest's module graph does not lead to. */
export function unseenTests(changed: readonly string[]): string[] {
  const found = unseen.filter(([pattern]) => changed.some((file) => pattern.test(file)));
  return [...new Set(found.flatMap(([, tests]) => tests))];
}
