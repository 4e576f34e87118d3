import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { COUNTS_FILE, type Counts } from './counts-reporter.ts';
import { runProgram } from './run-program.ts';

const countsSchema = z.object({ passed: z.number(), failed: z.number(), failures: z.array(z.string()) });

const LAST_LINES = 20;

/**
 * Runs vitest.
 * @param words its command-line arguments
 * @param givesWay whether others that want the same core get most of it
 */
export async function runTests(words: readonly string[], givesWay = false): Promise<Counts> {
  const folder = mkdtempSync(path.join(tmpdir(), 'counts-'));
  const file = path.join(folder, 'counts.json');
  const reporters = ['--reporter=default', '--reporter=./test/run/counts-reporter.ts'];
  try {
    const command = ['vitest', 'run', ...words, ...reporters];
    const { succeeded, stderr } = await runProgram(command, { env: { [COUNTS_FILE]: file }, givesWay });
    const counts = countsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    if (succeeded || counts.failed > 0) return counts;
    return { ...counts, failed: 1, failures: ['vitest failed after its tests:', ...lastLines(stderr)] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { passed: 0, failed: 1, failures: [`vitest ended without counts: ${message}`] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The end of what a program wrote, without log lines: no reporter is told of what fails when all tests have ended. */
const lastLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('{'))
    .slice(-LAST_LINES);
