import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { runProgram } from './run-program.ts';

export type Counts = { readonly passed: number; readonly failed: number };

const reportSchema = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
});

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
    return { passed: report.numPassedTests, failed: report.numFailedTests || silent };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
