import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

// `npx vite web` serves the screens alone; calls and pictures go to the running system.
const system = process.env['SITE_URL'] ?? 'http://localhost:3000';

const router = fileURLToPath(import.meta.resolve('react-router'));

/**
 * The router creates components that we never use (Form, NavLink, its data router's) by calls and names them
 * by assignments, both of which a bundler must take for side effects: it keeps them with all they need.
 * Saying that there are none saves 3 kB.
 */
const dropUnusedRouterParts: Plugin = {
  name: 'drop-unused-router-parts',
  apply: 'build',
  transform: {
    filter: { id: /react-router[\\/]dist/ },
    handler: (code) => ({
      code: code
        .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
        .replace(/^\w+\.displayName = "\w+";$/gm, ''),
      map: null,
    }),
  },
};

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [react(), dropUnusedRouterParts],
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
          // The libraries change rarely: one file that stays in caches across releases.
          groups: [
            {
              name: 'react',
              test: /rolldown.runtime|node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack)[\\/]/,
            },
          ],
        },
      },
    },
  },
}));
