import type { Plugin, Rolldown } from 'vite';
import { ROOT } from '../shared/contract/first-data.ts';
import { withImports } from './chunk-imports.ts';
import { buildPageRenderer, deliverPageRenderer, type PageRenderer, renderOnce } from './page-renderer.ts';
import { SIGNED_OUT, SIGNED_OUT_SCRIPT } from './signed-out.ts';

const GALLERY = '<template id="styles"></template>';
const FILLED_GALLERY = /\s*<!--[^>]*-->\s*<template id="styles"[^>]*>[\s\S]*?<\/template>/;
/** Imports what most people who look at a gallery need soon. */
const STEPS = 'src/routes/event/preload-next-steps.ts';
const ENTRY = '<script type="module"';
const CODE_AHEAD = /\s*<link rel="modulepreload"[^>]*>/g;
const CODE_LATER = /\s*<link rel="later"[^>]*>/g;

/**
 * What the build prepares for pages that are rendered before the browser has the app's code:
 *
 * - index.html also holds the names of the gallery's code and styles, and the text of all styles, for the function that fills in
 *   an event: with them in the page, its first screen is painted before another file has come. That function also gets the app
 *   to render the screen with;
 * - two more pages for browsers without a session (infra/edge/spa-rewrite.js). Both embed that nobody is signed in, which
 *   saves the session lookup. `visitor.html` is otherwise the same as index.html; `landing.html` also contains the rendered
 *   landing page, which the app hydrates.
 */
export function renderedPages(): Plugin {
  let renderer: Promise<PageRenderer>;
  let soon: readonly string[];
  return {
    name: 'rendered-pages',
    apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr,
    buildStart() {
      renderer = buildPageRenderer();
      // Reported where it is needed.
      renderer.catch(() => {});
    },
    buildEnd() {
      const id = [...this.getModuleIds()].find((module) => module.endsWith(`/${STEPS}`));
      soon = (id && this.getModuleInfo(id)?.dynamicallyImportedIds) || [];
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle = {} }) => {
        if (!html.includes(GALLERY)) throw new Error('index.html has no template for its styles.');
        const { release } = await renderer;
        const page = filesOf({ path: 'src/routes/event/event.tsx', wantedBy: 'index.html' }, bundle);
        const links = linksOf(page, html).join('');
        const styles = textOf([...namedStyles(html), ...page.styles], bundle);
        const filled = html.replace(
          GALLERY,
          () => `<template id="styles" data-release="${release}">${links}<style>${styles}</style></template>`,
        );
        return filled.replace('</head>', () => `${laterLinks(soon, { bundle, html: filled })}</head>`);
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('The build has no index.html.');
        const later = String(index.source).replace(FILLED_GALLERY, '');
        const shell = later.replace(CODE_LATER, '');
        if (!shell.includes(ROOT)) throw new Error(`index.html has no ${ROOT}.`);
        const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
        emit(
          'visitor.html',
          later.replace(ROOT, () => ROOT + SIGNED_OUT_SCRIPT),
        );
        const landing = `<div id="root">${await renderOnce(await renderer, '/', SIGNED_OUT)}</div>`;
        const links = linksOf(
          filesOf({ path: 'src/routes/landing.tsx', wantedBy: 'landing.html' }, bundle),
          shell,
        ).join('');
        const page = shell
          // The page is visible without scripts: styles and images load first, and the entry script imports the libraries.
          .replace(CODE_AHEAD, '')
          .replace(ENTRY, `${ENTRY} fetchpriority="low"`)
          .replace('</head>', () => `${links}</head>`)
          .replace(ROOT, () => landing + SIGNED_OUT_SCRIPT);
        emit('landing.html', page);
      },
    },
    writeBundle: async () => deliverPageRenderer(await renderer),
  };
}

/** Names of files, as the bundle has them. */
type PageFiles = { readonly code: readonly string[]; readonly styles: readonly string[] };

type Wanted = {
  /** Of a module, whole or from a folder on. */
  readonly path: string;
  /** The page or the module that says so. */
  readonly wantedBy: string;
};

/**
 * What a page needs for its first screen, or a part of it to be shown.
 * @throws Error if the module is in no chunk
 */
export function filesOf({ path, wantedBy }: Wanted, bundle: Rolldown.OutputBundle): PageFiles {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const isWanted = (id: string) => id === path || id.endsWith(`/${path}`);
  const page = chunks.find(({ moduleIds }) => moduleIds.some(isWanted));
  if (!page) throw new Error(`The build has no chunk of ${path}, which ${wantedBy} names.`);
  const needed = [...withImports(page, bundle)];
  const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return { code: needed.map(({ fileName }) => fileName), styles: [...new Set(styles)] };
}

/** Links to the files that a document does not name yet. Styles and pictures go first: the page is seen without its code. */
function linksOf({ code, styles }: PageFiles, html: string): string[] {
  const isNew = (name: string) => !html.includes(`"/${name}"`);
  return [
    ...styles.filter(isNew).map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
    ...code
      .filter(isNew)
      .map((name) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${name}">`),
  ];
}

type Document = { readonly bundle: Rolldown.OutputBundle; readonly html: string };

/**
 * Names files that a document does not name yet, and that web/src/lib/fetch-later.ts fetches: to browsers the links mean nothing.
 * @param soon ids of modules that most people who look at a gallery need soon
 */
function laterLinks(soon: readonly string[], { bundle, html }: Document): string {
  if (soon.length === 0) throw new Error(`${STEPS} imports nothing to fetch later.`);
  const files = soon.map((path) => filesOf({ path, wantedBy: STEPS }, bundle));
  const names = new Set(files.flatMap(({ code, styles }) => [...code, ...styles]));
  const isNew = (name: string) => !html.includes(`"/${name}"`);
  return [...names]
    .filter(isNew)
    .map((name) => `<link rel="later" href="/${name}">`)
    .join('');
}

/** Names of the stylesheets that a document links. */
function namedStyles(html: string): string[] {
  const names = [...html.matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
  if (names.length === 0) throw new Error('index.html has no styles.');
  return names;
}

/** The text of stylesheets. */
function textOf(names: readonly string[], bundle: Rolldown.OutputBundle): string {
  const texts = [...new Set(names)].map((name) => {
    const sheet = bundle[name];
    if (sheet?.type !== 'asset') throw new Error(`The build has no ${name}.`);
    return String(sheet.source).trim();
  });
  return texts.join('');
}
