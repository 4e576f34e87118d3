import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const lineIcon = fileURLToPath(import.meta.resolve('./src/ui/line-icon.ts'));

/**
 * The router creates components that we never use (Form, NavLink, its data router's) by calls and names them
 * by assignments, both of which a bundler must take for side effects: it keeps them with all they need.
 * Saying that there are none saves 4 kB.
 */
export const dropUnusedRouterParts: Plugin = {
  name: 'drop-unused-router-parts',
  apply: 'build',
  transform: {
    filter: { id: /react-router[\\/]dist/ },
    handler: (code) => ({
      code: code
        .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
        .replace(/^\w+\.(?:displayName = "\w+"|contextType = \w+);$/gm, ''),
      map: null,
    }),
  },
};

/** Icons keep lucide-react's drawings and get our own maker. */
export const leanIcons: Plugin = {
  name: 'lean-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /createLucideIcon\.mjs$/ },
    handler: () => lineIcon,
  },
};

/**
 * `styles.bar` of a namespace is a constant, which the minifier writes where it is used; of a default import it
 * is a table that is carried whole. Files that choose a name at run time keep the table.
 */
export const inlineClassNames: Plugin = {
  name: 'inline-class-names',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /web[\\/]src[\\/].*\.tsx$/ },
    handler: (code) =>
      code.includes('styles[')
        ? null
        : {
            code: code.replace(/^import styles from ('.*\.module\.css')/m, 'import * as styles from $1'),
            map: null,
          },
  },
};
