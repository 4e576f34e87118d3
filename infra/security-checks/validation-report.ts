import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type ValidationReport = {
  readonly pluginReports: readonly {
    readonly violations: readonly { readonly ruleName: string; readonly severity?: string }[];
  }[];
};

/**
 * The rules that a synthesized assembly violates. Errors have already stopped the synthesis; this finds what
 * the library treats as warnings, such as a retired runtime or a misspelt value.
 */
export function findingsIn(assembly: string): string[] {
  const file = join(assembly, 'validation-report.json');
  if (!existsSync(file)) return [];
  const { pluginReports } = JSON.parse(readFileSync(file, 'utf8')) as ValidationReport;
  return pluginReports.flatMap(({ violations }) => violations.map(({ ruleName }) => ruleName));
}
