import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectDir } from '../build/project-paths.ts';
import { withModulesTable } from '../lint/modules-table.ts';

// npm run architecture: rewrites the table of modules in ARCHITECTURE.md from infra/lint/modules.json.

const file = path.join(projectDir, 'ARCHITECTURE.md');
writeFileSync(file, withModulesTable(readFileSync(file, 'utf8')));
