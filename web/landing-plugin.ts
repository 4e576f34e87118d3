import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { FIRST_DATA_ID, type FirstData } from '../shared/contract/first-data.ts';
import { withImports } from './chunk-imports.ts';

const ROOT = '<div id="root"></div>';
const EVENT_FILES = /\s*<!--[^>]*-->\s*<template id="event-files">[\s\S]*?<\/template>/;
const CODE_AHEAD = /\s*<link rel="modulepreload"[^>]*>/g;
const NOBODY: FirstData = { user: null };

/**
 * Makes two more pages of index.html, for browsers without a session (infra/edge/spa-rewrite.js). Both say that nobody
 * is signed in, so that nothing has to be asked. `visitor.html` is else the same; `landing.html` has the landing page
 * in it as the application draws it, which takes it over without drawing it anew.
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
      const data = `<script type="application/json" id="${FIRST_DATA_ID}">${JSON.stringify(NOBODY)}</script>`;
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
      emit(
        'visitor.html',
        shell.replace(ROOT, () => ROOT + data),
      );
      const landing = `<div id="root">${await renderLanding()}</div>`;
      const styles = stylesOf(bundle).filter((link) => !shell.includes(link));
      const page = shell
        // There is something to look at: what draws it goes first, and code is asked for by code.
        .replace(CODE_AHEAD, '')
        .replace('</head>', () => `${styles.join('')}</head>`)
        .replace(ROOT, () => landing + data);
      emit('landing.html', page);
    },
  },
};

/** The styles that the landing page has beside those of every page. */
function stylesOf(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const landing = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/routes/landing.tsx'));
  if (!landing) throw new Error('The build has no landing page.');
  const files = [...withImports(landing, bundle)].flatMap(({ viteMetadata }) => [
    ...(viteMetadata?.importedCss ?? []),
  ]);
  return files.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`);
}

/** Builds the application for Node, and has it draw the landing page. */
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
  // Beside the project's packages, which it imports.
  const folder = await mkdtemp(path.join(import.meta.dirname, '../.build/landing-'));
  try {
    const file = path.join(folder, 'prerender-landing.mjs');
    await writeFile(file, output.output[0].code);
    const drawing = (await import(pathToFileURL(file).href)) as { prerenderLanding: () => Promise<string> };
    const html = await drawing.prerenderLanding();
    // Parts that came late would be put into their places by scripts, which pages may not have.
    if (!html.includes('<h1') || /<script|<template|<!--\$[?!]/.test(html)) {
      throw new Error('The landing page was not drawn as a whole.');
    }
    return html;
  } finally {
    await rm(folder, { recursive: true });
  }
}
