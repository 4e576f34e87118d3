import { build, type BuildOptions } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { renderIcons } from './app-icons.ts';
import { webManifest } from './web-manifest.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const hashOf = (...contents: readonly string[]): string =>
  createHash('sha256').update(contents.join('\0')).digest('base64url').slice(0, 8);

type MadeFile = { readonly file: string; readonly source: string | Uint8Array };

/**
 * Emits what works without the app's code: the service worker (exactly `/sw.js`), its offline page, and the manifest
 * and icons of the installed app. Each is self-contained, because neither the worker nor the offline page may depend on loading
 * further chunks from the network.
 */
const emitted: Plugin = {
  name: 'standalone-files',
  apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr,
  async buildStart() {
    for (const { file, source } of await makeFiles())
      this.emitFile({ type: 'asset', fileName: file, source });
  },
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** In development they are made whenever one is asked for. */
const served: Plugin = {
  name: 'served-standalone-files',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, response, pass) => {
      const [asked = ''] = (request.url ?? '').split('?');
      if (!/^\/(?:sw\.js|offline\.html|manifest\.webmanifest|assets\/offline-.*|icons\/.*)$/.test(asked))
        return pass();
      makeFiles().then((files) => {
        const found = files.find(({ file }) => `/${file}` === asked);
        if (!found) return pass();
        response.setHeader('Content-Type', CONTENT_TYPES[path.extname(asked)] ?? '');
        response.setHeader('Cache-Control', 'no-cache');
        response.end(found.source);
      }, pass);
    });
  },
};

export const standaloneFiles: readonly Plugin[] = [emitted, served];

async function makeFiles(): Promise<MadeFile[]> {
  const bundle = async (entry: string, options: BuildOptions = {}): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: [at(entry)],
      absWorkingDir: at('.'),
      bundle: true,
      minify: true,
      write: false,
      format: 'iife',
      target: ['es2022', 'chrome110', 'firefox115', 'safari16.4'],
      logLevel: 'warning',
      ...options,
    });
    return outputFiles?.[0]?.text ?? '';
  };

  const template = await readFile(at('src/offline/offline.html'), 'utf8');
  const [css, js] = await Promise.all([bundle('src/offline/offline.css'), bundle('src/offline/offline.ts')]);
  const style = `assets/offline-${hashOf(css)}.css`;
  const script = `assets/offline-${hashOf(js)}.js`;
  const page = template.replace('./offline.css', `/${style}`).replace('./offline.ts', `/${script}`);
  const offline = {
    version: hashOf(page, css, js),
    files: ['/offline.html', `/${style}`, `/${script}`],
  };
  const worker = await bundle('src/sw/worker.ts', { define: { OFFLINE: JSON.stringify(offline) } });
  const icons = await renderIcons();
  return [
    { file: style, source: css },
    { file: script, source: js },
    { file: 'offline.html', source: page },
    { file: 'sw.js', source: worker },
    { file: 'manifest.webmanifest', source: JSON.stringify(webManifest) },
    ...icons.map(({ file, png }) => ({ file, source: png })),
  ];
}
