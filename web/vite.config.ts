import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { renderedPages } from './rendered-pages-plugin.ts';
import { servedVisitorPages } from './served-visitor-pages.ts';
import { siteTexts } from './site-texts-plugin.ts';
import { standaloneFiles } from './standalone-files-plugin.ts';

/** The router's package names its development build alone, which has every warning in it. */
const productionRouter = {
  'react-router/dom': fileURLToPath(
    new URL('../node_modules/react-router/dist/production/dom-export.mjs', import.meta.url),
  ),
  'react-router': fileURLToPath(
    new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url),
  ),
};

export default defineConfig(({ command }) => {
  // A build started by a test runner would inherit its NODE_ENV and bundle React's development build.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    root: import.meta.dirname,
    cacheDir: '../.build/vite',
    plugins: [react(), siteTexts, ...standaloneFiles, renderedPages(), servedVisitorPages],
    resolve: { alias: command === 'build' ? productionRouter : {} },
    build: {
      outDir: '../.build/web',
      emptyOutDir: true,
      sourcemap: 'hidden',
      // Browsers without module preload request code when it is imported, and get the same pages a little later.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // Every page's code names a hundred files: what does not compress in their names is kept short.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          codeSplitting: {
            groups: [
              // `$initial` is what every page loads. Of this the libraries change rarely: one file that stays cached across releases.
              {
                name: 'libraries',
                test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)/,
                tags: ['$initial'],
              },
              { name: 'app', tags: ['$initial'] },
              // What other pages have in common with the event page, so that they need not load its file for an icon.
              { name: 'shared', test: /lucide|use-page-title/, minShareCount: 3 },
              // Guests begin here: one file instead of a dozen of a few hundred bytes.
              { name: 'event', test: /routes[\\/]event[\\/]event\.tsx/ },
              // What dialogs and forms are made of, and what calls change: a file each instead of a dozen that every page has to name.
              {
                name: 'ui',
                test: /web[\\/]src[\\/]ui/,
                minShareCount: 2,
              },
              {
                name: 'changes',
                test: /web[\\/]src[\\/]changes|@tanstack/,
                minShareCount: 2,
              },
            ],
          },
        },
      },
    },
  };
});
