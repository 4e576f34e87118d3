import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type ValidationReport = {
  readonly pluginReports: readonly {
    readonly violations: readonly { readonly ruleName: string; readonly severity?: string }[];
  }[];
};

/**
 * What checks found in a synthesized assembly, by rule. Errors have stopped the synthesis already; a retired runtime and
 * a misspelt value are warnings to the library, and are here.
 */
export function findingsIn(assembly: string): string[] {
  const file = join(assembly, 'validation-report.json');
  if (!existsSync(file)) return [];
  const { pluginReports } = JSON.parse(readFileSync(file, 'utf8')) as ValidationReport;
  return pluginReports.flatMap(({ violations }) => violations.map(({ ruleName }) => ruleName));
}
