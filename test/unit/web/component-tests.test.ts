import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectDir } from '../../../infra/build/project-paths.ts';

const components = globSync('web/src/{ui,features/*}/*.tsx', { cwd: projectDir });
const tests = globSync('test/components/*.test.tsx', { cwd: projectDir }).map((file) =>
  readFileSync(path.join(projectDir, file), 'utf8'),
);

/** Components that look the same whenever they are shown. */
const withOneState = [
  'web/src/features/events/invitation-drawing.tsx',
  'web/src/features/gallery/ad-banner.tsx',
  'web/src/features/gallery/gallery-skeleton.tsx',
  'web/src/features/landing/call-to-action.tsx',
  'web/src/features/landing/demo-form.tsx',
  'web/src/features/landing/features.tsx',
  'web/src/features/landing/footer.tsx',
  'web/src/features/landing/hero.tsx',
  'web/src/features/landing/how-it-works.tsx',
  'web/src/features/landing/pricing.tsx',
  'web/src/features/landing/section.tsx',
  'web/src/ui/drawing.tsx',
  'web/src/ui/drawings.tsx',
  'web/src/ui/empty-frame-drawing.tsx',
  'web/src/ui/legal-text.tsx',
  'web/src/ui/skeleton.tsx',
  'web/src/ui/spinner.tsx',
  'web/src/ui/visually-hidden.tsx',
];

/** Whether a test uses something of a file, and does not only import it. */
function uses(test: string, file: string): boolean {
  const [line = '', imported = ''] = new RegExp(`import ([^;]*) from '../../${file}';`).exec(test) ?? [];
  return [...imported.matchAll(/\b(?!type\b)\w+/g)].some(([name]) =>
    new RegExp(`\\b${name}\\b`).test(test.replace(line, '')),
  );
}

it('every component has a test of its own in test/components, or is listed with the reason why not', () => {
  const untested = components.filter((file) => !tests.some((text) => uses(text, file)));
  expect(components.length).toBeGreaterThan(70);
  expect(untested.toSorted()).toEqual(withOneState);
});
