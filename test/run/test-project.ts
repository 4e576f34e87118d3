import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { projectDir } from '../../infra/build/project-paths.ts';
import { runProgram } from './run-program.ts';

/** How many tests passed and failed, and a line for each that failed. */
export type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly failures?: readonly string[];
};

const reportSchema = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.nullish(z.array(z.string())),
        }),
      ),
    }),
  ),
});
type Report = z.infer<typeof reportSchema>;

const firstLine = (text: string | undefined) => text?.trim().split('\n', 1)[0] ?? '';

/** A line for each failed test, and for each file that failed as a whole. */
function failuresOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(projectDir, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`];
    return failed.map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
  });
}

/** Runs vitest. @param words its command-line arguments */
export async function runTests(words: readonly string[]): Promise<Counts> {
  const folder = mkdtempSync(path.join(tmpdir(), 'report-'));
  const file = path.join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const isGreen = await runProgram(['vitest', 'run', ...words, ...reporters]);
    const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    // A file that does not load, or an error outside of any test, is a failure without a failed test.
    const silent = isGreen && report.success ? 0 : Math.max(1, report.numFailedTestSuites);
    const failed = report.numFailedTests || silent;
    const failures = failuresOf(report);
    if (silent > 0 && failures.length === 0) failures.push('an error outside of any test, printed above');
    return { passed: report.numPassedTests, failed, failures };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
