import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { dropUnusedRouterParts, inlineClassNames, leanIcons } from './vite-plugins.ts';

// `npx vite web` serves the screens alone; calls and pictures go to the running system.
const system = process.env['SITE_URL'] ?? 'http://localhost:3000';

const router = fileURLToPath(import.meta.resolve('react-router'));

export default defineConfig(({ command }) => {
  // Started by a test runner, a build would inherit its NODE_ENV and carry React's development version.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    root: import.meta.dirname,
    plugins: [react(), dropUnusedRouterParts, leanIcons, inlineClassNames],
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
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              {
                // The libraries change rarely: one file that stays in caches across releases.
                name: 'react',
                priority: 2,
                test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack)[\\/]/,
              },
              {
                // What every page needs, in one file instead of twenty of some hundred bytes.
                name: 'base',
                priority: 1,
                test: new RegExp(
                  `icons/(plus|trash|download).mjs|web/src/(${[
                    'app/(?!main|router|nav-drawer)',
                    'lib/(?!copy-link|qr-code|validate)',
                    'ui/(badge|button|class-names|empty-state|line-icon|link|skeleton|spinner|toast|visually-hidden)',
                    'features/events/queries',
                    'routes/gallery-viewer',
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
