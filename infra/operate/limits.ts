import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectDir } from '../build/project-paths.ts';
import { limitsDocument } from './limits-document.ts';

// npm run limits: writes docs/limits.md from the manifest, the rules, the cost model and AWS's quotas.

writeFileSync(path.join(projectDir, 'docs/limits.md'), limitsDocument());
