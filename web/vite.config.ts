import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { prerenderLandingPlugin } from './landing-plugin.ts';
import { standaloneFiles } from './service-worker-plugin.ts';
import { dropUnusedRouterParts, inlineClassNames, leanIcons, listEventPageFiles } from './vite-plugins.ts';

// `npx vite web` serves the screens alone; calls and pictures go to the running system.
const system = process.env['SITE_URL'] ?? 'http://localhost:3000';

const router = fileURLToPath(import.meta.resolve('react-router'));

export default defineConfig(({ command }) => {
  // Started by a test runner, a build would inherit its NODE_ENV and carry React's development version.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      dropUnusedRouterParts,
      leanIcons,
      inlineClassNames,
      listEventPageFiles,
      standaloneFiles,
      prerenderLandingPlugin,
    ],
    resolve: {
      // The package's exports always lead to its development build; the other one lies beside it.
      alias:
        command === 'build'
          ? [{ find: /^react-router$/, replacement: router.replace('development', 'production') }]
          : [],
    },
    server: { proxy: { '/api': system, '/media': system } },
    css: { modules: { generateScopedName: command === 'build' ? '[hash:base64:5]' : '[name]-[local]' } },
    build: {
      outDir: '../.build/web',
      emptyOutDir: true,
      sourcemap: 'hidden',
      // Every browser that has <dialog> and :has() has modulepreload.
      modulePreload: {
        polyfill: false,
        // What every page has loaded already is not named again with each chunk that needs it.
        resolveDependencies: (_file, files, { hostType }) =>
          hostType === 'html'
            ? files
            : files.filter((file) => !/\/(react|base|rolldown-runtime)-/.test(file)),
      },
      rolldownOptions: {
        output: {
          // Pages carry the names of all their later parts: 42 bits of content tell them apart.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          codeSplitting: {
            groups: [
              {
                // The libraries change rarely: one file that stays in caches across releases.
                name: 'react',
                priority: 3,
                test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack)[\\/](?!.*(useMutation|mutationObserver)\.js)/,
              },
              {
                // All other icons together: some hundred bytes each are not worth a request of their own.
                name: 'icons',
                priority: 0,
                test: /node_modules[\\/]lucide-react[\\/]/,
              },
              {
                // What dialogs and forms are made of.
                name: 'controls',
                priority: 0,
                test: /web\/src\/ui\/(dialog|confirm-dialog|field|text-fields|choice-inputs)/,
              },
              {
                // The first screen of a gallery, in one file: most of what shows a picture elsewhere is in it.
                name: 'gallery',
                priority: 1,
                test: /node_modules[\\/]thumbhash|icons\/bell\.|web\/src\/(ui\/(picture|tabs)|features\/notifications\/notification-button|routes\/event\/(event|gallery|grid|item-actions|notifications)\.tsx)/,
              },
              {
                // What every page needs, in one file instead of twenty of some hundred bytes.
                name: 'base',
                priority: 2,
                test: new RegExp(
                  `icons/(plus|download).mjs|web/src/(${[
                    'app/(?!main|router|nav-drawer)',
                    'lib/(?!event-labels|format-instant|format-money|notifications|qr-code|validate)',
                    'ui/(badge|button|class-names|empty-state|line-icon|link|skeleton|spinner|toast|visually-hidden)',
                    'features/events/queries',
                    'features/events/use-viewer',
                  ].join('|')})`,
                ),
              },
            ],
          },
        },
      },
    },
  };
});
