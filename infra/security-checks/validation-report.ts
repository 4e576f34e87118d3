import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type ValidationReport = {
  readonly pluginReports: readonly {
    readonly violations: readonly { readonly ruleName: string; readonly severity?: string }[];
  }[];
};

/**
 * The rules that a synthesized assembly violates. Errors have already stopped the synthesis; this finds what
 * the library treats as warnings, such as a retired runtime or a misspelt value.
 * @throws Error if the library has left no report
 */
export function findingsIn(assembly: string): string[] {
  const text = readFileSync(join(assembly, 'validation-report.json'), 'utf8');
  const { pluginReports } = JSON.parse(text) as ValidationReport;
  return pluginReports.flatMap(({ violations }) => violations.map(({ ruleName }) => ruleName));
}
