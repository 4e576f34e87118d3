import type { Plugin, Rolldown } from 'vite';
import { FIRST_DATA_ID, type FirstData } from '../shared/contract/first-data.ts';
import { withImports } from './chunk-imports.ts';
import {
  buildPageRenderer,
  deliverPageRenderer,
  PAGE_RENDERER_ENTRY,
  type PageRenderer,
  renderOnce,
} from './page-renderer.ts';

const ROOT = '<div id="root"></div>';
const STYLES = '<template id="styles"></template>';
const FILLED_STYLES = /\s*<!--[^>]*-->\s*<template id="styles"[^>]*>[\s\S]*?<\/template>/;
const MODULE_PRELOADS = /\s*<link rel="modulepreload"[^>]*>/g;
const SIGNED_OUT: FirstData = { user: null };

/**
 * What the build prepares for pages that are rendered before the browser has the app's code:
 *
 * - index.html also holds its styles, for the function that fills in an event: with them in the page, its first screen is
 *   painted before another file has come. That function also gets the app to render the screen with;
 * - two more pages for browsers without a session (infra/edge/spa-rewrite.js). Both embed that nobody is signed in, which
 *   saves the session lookup. `visitor.html` is otherwise the same as index.html; `landing.html` also contains the rendered
 *   landing page, which the app hydrates.
 */
export function renderedPages(): Plugin {
  let renderer: Promise<PageRenderer>;
  return {
    name: 'rendered-pages',
    apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr,
    buildStart() {
      // The one file that only the renderer has.
      this.addWatchFile(PAGE_RENDERER_ENTRY);
      renderer = buildPageRenderer();
      // Reported where it is needed.
      renderer.catch(() => {});
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle = {} }) => {
        if (!html.includes(STYLES)) throw new Error('index.html has no template for its styles.');
        const { release } = await renderer;
        const styles = `<style>${stylesOf(html, bundle)}</style>`;
        return html.replace(
          STYLES,
          () => `<template id="styles" data-release="${release}">${styles}</template>`,
        );
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('The build has no index.html.');
        const shell = String(index.source).replace(FILLED_STYLES, '');
        if (!shell.includes(ROOT)) throw new Error(`index.html has no ${ROOT}.`);
        const data = `<script type="application/json" id="${FIRST_DATA_ID}">${JSON.stringify(SIGNED_OUT)}</script>`;
        const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
        emit(
          'visitor.html',
          shell.replace(ROOT, () => ROOT + data),
        );
        const landing = `<div id="root">${await renderOnce(await renderer, '/', SIGNED_OUT)}</div>`;
        const styles = landingStyles(bundle).filter((link) => !shell.includes(link));
        const page = shell
          // The page is visible without scripts: styles and images load first, and the entry script imports its chunks.
          .replace(MODULE_PRELOADS, '')
          .replace('</head>', () => `${styles.join('')}</head>`)
          .replace(ROOT, () => landing + data);
        emit('landing.html', page);
      },
    },
    writeBundle: async () => deliverPageRenderer(await renderer),
  };
}

/** The text of the stylesheets that index.html names. */
function stylesOf(html: string, bundle: Rolldown.OutputBundle): string {
  const names = [...html.matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
  if (names.length === 0) throw new Error('index.html has no styles.');
  return names
    .map((name) => {
      const sheet = bundle[name];
      if (sheet?.type !== 'asset') throw new Error(`The build has no ${name}.`);
      return String(sheet.source).trim();
    })
    .join('');
}

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
