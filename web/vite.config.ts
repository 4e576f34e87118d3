import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { listEventPageFiles } from './event-page-files-plugin.ts';
import { prerenderLandingPlugin } from './landing-plugin.ts';
import { standaloneFiles } from './service-worker-plugin.ts';

// `npx vite web` serves the front end only and proxies API calls and media to the running system.
const system = process.env['SITE_URL'] ?? 'http://localhost:3000';

export default defineConfig(({ command }) => {
  // A build started by a test runner would inherit its NODE_ENV and bundle React's development build.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    root: import.meta.dirname,
    plugins: [react(), listEventPageFiles, standaloneFiles, prerenderLandingPlugin],
    server: { proxy: { '/api': system, '/media': system } },
    build: {
      outDir: '../.build/web',
      emptyOutDir: true,
      sourcemap: 'hidden',
      // Every browser with <dialog> and :has() supports modulepreload.
      modulePreload: {
        polyfill: false,
        // Chunks that every page has already loaded need not be listed again with each chunk that imports them.
        resolveDependencies: (_file, files, { hostType }) =>
          hostType === 'html'
            ? files
            : files.filter((file) => !/\/(react|base|rolldown-runtime)-/.test(file)),
      },
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              {
                // The libraries change rarely: one file that stays cached across releases.
                name: 'react',
                priority: 3,
                test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack)[\\/](?!.*(useMutation|mutationObserver)\.js)/,
              },
              {
                // All other icons together: a few hundred bytes each are not worth a request.
                name: 'icons',
                priority: 0,
                test: /node_modules[\\/]lucide-react[\\/]/,
              },
              {
                // Building blocks of dialogs and forms.
                name: 'controls',
                priority: 0,
                test: /web\/src\/ui\/(dialog|confirm-dialog|field|text-fields|choice-inputs)/,
              },
              {
                // The gallery's first screen in one file.
                name: 'gallery',
                priority: 1,
                test: /node_modules[\\/]thumbhash|icons\/bell\.|web\/src\/(ui\/(picture|tabs)|features\/notifications\/notification-button|routes\/event\/(event|gallery|grid|item-actions|notifications)\.tsx)/,
              },
              {
                // What every page needs, in one file instead of twenty of a few hundred bytes.
                name: 'base',
                priority: 2,
                test: new RegExp(
                  `icons/(plus|download).mjs|web/src/(${[
                    'app/(?!main|router|nav-drawer)',
                    'lib/(?!event-labels|format-instant|format-money|notifications|qr-code|validate)',
                    'ui/(badge|button|class-names|empty-state|skeleton|spinner|toast|visually-hidden)',
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
