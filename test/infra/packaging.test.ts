import { App, Stack } from 'aws-cdk-lib';
import { Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functions } from '../../functions/manifest/functions.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { prepareCode } from '../../infra/constructs/function-code.ts';
import { functionsDir, projectDir } from '../../infra/build/project-paths.ts';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { scratch } from './synthesized-templates.ts';

await ensureBuilt();
const withSharp = functions.filter(
  ({ nativePackages, imageFolder }) => nativePackages?.includes('sharp') && imageFolder === undefined,
);
const images = functions.filter(({ imageFolder }) => imageFolder !== undefined);

it('an image is built from its Dockerfile, its bundle and sharp for Lambda’s architecture', async () => {
  const [row] = images;
  if (!row) throw new Error('No function runs from an image.');
  const folders = { bundles: functionsDir, assembled: join(scratch, 'image-assembled') };
  await prepareCode([row], folders);
  const folder = join(folders.assembled, row.id);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['Dockerfile', 'index.js', 'node_modules']));
  expect(readdirSync(join(folder, 'node_modules/@img'))).toContain('sharp-linux-arm64');
});
const MEGABYTE = 1024 * 1024;
const alone = functions.filter(({ nativePackages }) => !nativePackages?.length).slice(0, 1);
const withRenderer = functions.filter(({ id }) => id === 'show-event');

/** Bundles as they are built for a deployment. */
function bundlesWithMaps(rows: readonly FunctionRow[]): string {
  const bundles = join(scratch, 'bundles-with-maps');
  for (const { id, program } of rows) {
    const folder = join(bundles, id);
    cpSync(join(functionsDir, id), folder, { recursive: true });
    const files = ['index.js', ...(program === undefined ? [] : ['picture-program.cjs'])];
    for (const name of files) writeFileSync(join(folder, `${name}.map`), '{}');
  }
  return bundles;
}

/** The folders from which functions are deployed, by id. */
async function assets(rows: readonly FunctionRow[]): Promise<Map<string, string>> {
  const folders = { bundles: bundlesWithMaps(rows), assembled: join(scratch, 'assembled') };
  const codeOf = await prepareCode(rows, folders);
  const app = new App({ outdir: join(scratch, 'packaging'), analyticsReporting: false });
  const stack = new Stack(app, 'packaging');
  for (const row of rows) {
    const handler = 'index.handler';
    new Lambda(stack, row.id, { code: codeOf(row), handler, runtime: Runtime.NODEJS_24_X });
  }
  const { directory } = app.synth();
  const { files } = JSON.parse(readFileSync(join(directory, 'packaging.assets.json'), 'utf8')) as {
    files: Record<string, { displayName: string; source: { path: string; packaging: string } }>;
  };
  return new Map(
    Object.values(files)
      .filter(({ source }) => source.packaging === 'zip')
      .map(({ displayName, source }) => [displayName.split('/')[0] ?? '', join(directory, source.path)]),
  );
}

describe('what is deployed to Lambda', async () => {
  const folders = await assets([...alone, ...withRenderer, ...withSharp]);

  it.each(alone.map(({ id }) => id))('%s is its bundle and nothing else', (id) => {
    expect(readdirSync(folders.get(id) ?? '')).toEqual(['index.js']);
  });

  it('the function of event pages has the application beside it, and is not much slower to start for it', () => {
    const folder = folders.get('show-event') ?? '';
    expect(readdirSync(folder)).toEqual(['index.js', 'page-renderer.mjs']);
    expect(statSync(join(folder, 'page-renderer.mjs')).size).toBeLessThan(480_000);
  });

  it.each(withSharp.map(({ id, program }) => [id, program] as const))(
    '%s has sharp for Lambda’s architecture beside it, not for this machine',
    (id, program) => {
      const folder = folders.get(id) ?? '';
      const programs = program === undefined ? [] : ['picture-program.cjs'];
      expect(readdirSync(folder).toSorted()).toEqual(['index.js', 'node_modules', ...programs]);
      const compiled = readdirSync(join(folder, 'node_modules/@img')).filter((name) =>
        name.startsWith('sharp-'),
      );
      expect(compiled.toSorted()).toEqual(['sharp-libvips-linux-arm64', 'sharp-linux-arm64']);
      expect(sharpVersion(folder)).toBe(sharpVersion(projectDir));
      // Machine 183 is AArch64. Source: ELF for the Arm 64-bit Architecture.
      const addon = join(folder, 'node_modules/@img/sharp-linux-arm64/lib');
      const [file] = readdirSync(addon).filter((name) => name.endsWith('.node'));
      expect(readFileSync(join(addon, file ?? '')).readUInt16LE(18)).toBe(183);
      // Lambda's limits: 250 MB unpacked, and 50 MB as a ZIP that is handed over directly, which is smaller.
      expect(sizeOf(folder)).toBeLessThan(50 * MEGABYTE);
    },
  );

  it('functions that draw have fonts to draw with, and their licence', () => {
    const drawing = withSharp.filter(({ nativePackages }) => nativePackages?.includes('dejavu-fonts-ttf'));
    expect(drawing.map(({ id }) => id)).toEqual(['event-picture', 'process-heavy-media']);
    for (const { id } of drawing) {
      const fonts = join(folders.get(id) ?? '', 'node_modules/dejavu-fonts-ttf');
      expect(readdirSync(fonts)).toContain('LICENSE');
      expect(readdirSync(join(fonts, 'ttf'))).toContain('DejaVuSans.ttf');
    }
  });
});

function sharpVersion(root: string): string {
  const file = join(root, 'node_modules/sharp/package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const sizeOf = (folder: string): number =>
  filesOf(folder).reduce((total, file) => total + statSync(file).size, 0);
