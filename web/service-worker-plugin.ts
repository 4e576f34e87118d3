import { build, type BuildOptions } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { renderIcons } from './app-icons.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const hashOf = (...contents: readonly string[]): string =>
  createHash('sha256').update(contents.join('\0')).digest('base64url').slice(0, 8);

/**
 * Emits what works without the app's code: the service worker (exactly `/sw.js`), its offline page, and the icons of
 * the installed app. Each is self-contained, because neither the worker nor the offline page may depend on loading
 * further chunks from the network.
 */
export const standaloneFiles: Plugin = {
  name: 'standalone-files',
  apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr,
  async buildStart() {
    const emit = (fileName: string, source: string | Uint8Array): void => {
      this.emitFile({ type: 'asset', fileName, source });
    };
    const bundle = async (entry: string, options: BuildOptions = {}): Promise<string> => {
      const { outputFiles, metafile } = await build({
        entryPoints: [at(entry)],
        absWorkingDir: at('.'),
        bundle: true,
        minify: true,
        write: false,
        metafile: true,
        format: 'iife',
        target: ['es2022', 'chrome110', 'firefox115', 'safari16.4'],
        logLevel: 'warning',
        ...options,
      });
      for (const input of Object.keys(metafile?.inputs ?? {})) this.addWatchFile(at(input));
      return outputFiles?.[0]?.text ?? '';
    };

    const template = await readFile(at('src/offline/offline.html'), 'utf8');
    this.addWatchFile(at('src/offline/offline.html'));
    const [css, js] = await Promise.all([
      bundle('src/offline/offline.css'),
      bundle('src/offline/offline.ts'),
    ]);
    const style = `assets/offline-${hashOf(css)}.css`;
    const script = `assets/offline-${hashOf(js)}.js`;
    const page = template.replace('./offline.css', `/${style}`).replace('./offline.ts', `/${script}`);
    emit(style, css);
    emit(script, js);
    emit('offline.html', page);

    const offline = {
      version: hashOf(page, css, js),
      files: ['/offline.html', `/${style}`, `/${script}`],
    };
    emit('sw.js', await bundle('src/sw/worker.ts', { define: { OFFLINE: JSON.stringify(offline) } }));
    for (const { file, png } of await renderIcons()) emit(file, png);
  },
};
