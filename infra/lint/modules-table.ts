import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A row of `modules.json`: a folder, or several by `*`, and what the files in it may import. */
export type ModuleRow = {
  /** What lives there. */
  readonly about: string;
  /** Folders; `./` is relative to the row's own. */
  readonly imports?: readonly string[];
  /** As they are imported; `*` stands for the rest of a name. */
  readonly packages?: readonly string[];
};

/** Every module by its folder, lowest layer first. */
export function readModules(): Record<string, ModuleRow> {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, 'modules.json'), 'utf8')) as Record<
    string,
    ModuleRow
  >;
}

const TABLE = /(?<=<!-- modules: .*-->\n\n<!-- oxfmt-ignore -->\n)(\|.*\n)+/;

/** The document with a new table of modules, from `modules.json`. @throws Error if it has no such table */
export function withModulesTable(document: string): string {
  if (!TABLE.test(document)) throw new Error('The document has no table of modules.');
  return document.replace(TABLE, () => modulesTable(readModules()));
}

function modulesTable(modules: Record<string, ModuleRow>): string {
  const rows = Object.entries(modules).map(([folder, { about, imports = [] }]) => [
    `\`${folder}\``,
    about,
    byParent(imports).join(', ') || '–',
  ]);
  const lines = [['folder', 'what lives there', 'imports'], ['---', '---', '---'], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** `a/{b, c}` for `a/b` and `a/c`. */
function byParent(folders: readonly string[]): string[] {
  const groups = Map.groupBy(folders, (folder) => folder.slice(0, folder.lastIndexOf('/') + 1));
  return [...groups].map(([parent, children]) => {
    const names = children.map((child) => path.posix.basename(child)).join(', ');
    return children.length === 1 ? `\`${children[0]}\`` : `\`${parent}{${names}}\``;
  });
}
