import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

/** A document of the repository. */
export type Document = {
  /** From the repository's root. */
  readonly file: string;
  readonly text: string;
};

const read = (file: string): Document => ({ file, text: readFileSync(path.join(root, file), 'utf8') });

/** README, ARCHITECTURE, CONTRIBUTING and everything in docs. */
export const documents: readonly Document[] = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  .sort()
  .map(read);

/** @param file from the repository's root */
export const document = (file: string): string => read(file).text;

/** What stands between backticks, and whole blocks of code. */
export function codeIn({ text }: Document): string[] {
  return [...text.matchAll(/```.*?```|`[^`\n]+`/gs)].map(([code]) => code.replaceAll('`', ''));
}

/** The cells of the tables in a text, row by row, without heads. */
export function tableRows(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines
    .filter((line, at) => !isRule(line) && !isRule(lines[at + 1] ?? ''))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const isRule = (line: string): boolean => /^\|[\s|:-]+\|$/.test(line);

/** The part of a document under a heading, up to the next one of the same depth. */
export function section(text: string, heading: string): string {
  const [, rest] = text.split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`There is no heading "${heading}".`);
  return rest.split('\n## ')[0] ?? '';
}

/** Every file and folder of the repository that documents may name, from its root. */
export const repositoryPaths: ReadonlySet<string> = new Set(
  globSync(
    ['{functions,infra,shared,web,test,docs,.ci}/**', '*.{md,json,ts}', '.env.example', '.oxlintrc.json'],
    { cwd: root },
  ),
);

/** The text of all code, the tests of documents apart. */
const code: string = [...repositoryPaths]
  .filter((file) => /\.(?:tsx?|c?js|css|html|json)$|Dockerfile$|\.env\.example$|^\.ci\/run$/.test(file))
  .filter((file) => !file.startsWith('test/unit/docs/') && file !== 'package-lock.json')
  .filter((file) => statSync(path.join(root, file)).isFile())
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('\n');

/** Whether a name stands in the code, and not only as a part of another one. */
export function isInCode(name: string): boolean {
  for (let at = code.indexOf(name); at !== -1; at = code.indexOf(name, at + 1)) {
    if (!/[\w-]/.test(code.charAt(at - 1)) && !/[\w-]/.test(code.charAt(at + name.length))) return true;
  }
  return false;
}
