import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { projectDir } from '../../infra/build/project-paths.ts';

/** Which file the counts are written to. */
export const COUNTS_FILE = 'COUNTS_FILE';

/** How many tests passed and failed, and a line for each that failed. */
export type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly failures?: readonly string[];
};

const firstLine = (text = '') => text.trim().split('\n', 1)[0] ?? '';

/** What an error says, and the first line of the project that it passed. */
function describeError({ message, stack }: Pick<SerializedError, 'message' | 'stack'>): string {
  const frame = stack
    ?.split('\n')
    .find((line) => line.includes(projectDir) && !line.includes('node_modules'));
  const place = frame === undefined ? '' : ` (${frame.trim().replaceAll(`${projectDir}${path.sep}`, '')})`;
  return `${firstLine(message)}${place}`;
}

/** A line for each failed test of a file, and for each error of the file itself or of its hooks. */
function failuresOf(file: TestModule): string[] {
  const failed = [...file.children.allTests('failed')].map(
    (test) => `${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`,
  );
  const errors = [file, ...file.children.allSuites()].flatMap((suite) => suite.errors());
  return [...failed, ...errors.map(describeError)].map((line) => `${file.relativeModuleId}: ${line}`);
}

/** Writes a run's {@link Counts} as JSON; what fails outside of any test is a failure, too. */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], outside: readonly SerializedError[]): void {
    const failures = [
      ...modules.flatMap((module) => failuresOf(module)),
      ...outside.map((error) => `outside of any test: ${describeError(error)}`),
    ];
    const passed = modules.flatMap(({ children }) => [...children.allTests('passed')]).length;
    const counts: Counts = { passed, failed: failures.length, failures };
    writeFileSync(process.env[COUNTS_FILE] ?? '', JSON.stringify(counts));
  }
}
