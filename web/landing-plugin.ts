import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { FIRST_DATA_ID, type FirstData } from '../shared/contract/first-data.ts';
import { withImports } from './chunk-imports.ts';

const ROOT = '<div id="root"></div>';
const EVENT_FILES = /\s*<!--[^>]*-->\s*<template id="event-files">[\s\S]*?<\/template>/;
const MODULE_PRELOADS = /\s*<link rel="modulepreload"[^>]*>/g;
const SIGNED_OUT: FirstData = { user: null };

/**
 * Derives two more pages from index.html, for browsers without a session (infra/edge/spa-rewrite.js). Both embed that
 * nobody is signed in, which saves the session lookup. `visitor.html` is otherwise the same as index.html;
 * `landing.html` also contains the prerendered landing page, which the app hydrates.
 */
export const prerenderLandingPlugin: Plugin = {
  name: 'visitor-pages',
  apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr,
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') throw new Error('The build has no index.html.');
      const shell = String(index.source).replace(EVENT_FILES, '');
      if (!shell.includes(ROOT)) throw new Error(`index.html has no ${ROOT}.`);
      const data = `<script type="application/json" id="${FIRST_DATA_ID}">${JSON.stringify(SIGNED_OUT)}</script>`;
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
      emit(
        'visitor.html',
        shell.replace(ROOT, () => ROOT + data),
      );
      const landing = `<div id="root">${await renderLanding()}</div>`;
      const styles = landingStyles(bundle).filter((link) => !shell.includes(link));
      const page = shell
        // The page is visible without scripts: styles and images load first, and the entry script imports its chunks.
        .replace(MODULE_PRELOADS, '')
        .replace('</head>', () => `${styles.join('')}</head>`)
        .replace(ROOT, () => landing + data);
      emit('landing.html', page);
    },
  },
};

/** Stylesheet links of the landing page's chunks. */
function landingStyles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const landing = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/routes/landing.tsx'));
  if (!landing) throw new Error('The build has no landing page.');
  const files = [...withImports(landing, bundle)].flatMap(({ viteMetadata }) => [
    ...(viteMetadata?.importedCss ?? []),
  ]);
  return files.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`);
}

/** Builds the app for Node and renders the landing page with it. */
async function renderLanding(): Promise<string> {
  const built = await build({
    root: import.meta.dirname,
    configLoader: 'native',
    logLevel: 'warn',
    build: {
      ssr: path.join(import.meta.dirname, 'src/app/prerender-landing.tsx'),
      write: false,
      watch: null,
      sourcemap: false,
      rolldownOptions: { output: { codeSplitting: false }, checks: { pluginTimings: false } },
    },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('The landing page was not built.');
  // Inside the project, so that the bundle's package imports resolve.
  const folder = await mkdtemp(path.join(import.meta.dirname, '../.build/landing-'));
  try {
    const file = path.join(folder, 'prerender-landing.mjs');
    await writeFile(file, output.output[0].code);
    const bundle = (await import(pathToFileURL(file).href)) as { prerenderLanding: () => Promise<string> };
    const html = await bundle.prerenderLanding();
    // React inserts parts that suspended with inline scripts, which the CSP forbids.
    if (!html.includes('<h1') || /<script|<template|<!--\$[?!]/.test(html)) {
      throw new Error('The landing page was not drawn as a whole.');
    }
    return html;
  } finally {
    await rm(folder, { recursive: true });
  }
}
