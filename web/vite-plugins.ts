import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { withImports } from './chunk-imports.ts';

const lineIcon = fileURLToPath(import.meta.resolve('./src/ui/line-icon.ts'));

/**
 * Makes react-router tree-shakable. It creates components that we never use (Form, NavLink, the data router) with
 * top-level calls and sets their displayName, both of which a bundler must treat as side effects. Marking them as
 * pure saves 4 kB.
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

/** Strips unused names and keys from lucide-react's icons and replaces its component factory with our smaller one. */
export const leanIcons: Plugin = {
  name: 'lean-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /createLucideIcon\.mjs$/ },
    handler: () => lineIcon,
  },
  transform: {
    filter: { id: /lucide-react[\\/].*[\\/]icons[\\/][\w-]+\.mjs$/ },
    handler: (code) => ({
      code: code
        .replace(/,\s+key: "\w+"/g, '')
        .replace(/^ {2}(?:name: "[\w-]+"|size: 24),\n/gm, '')
        .replace(/,\n {2}aliases: \[[^\]]*\]/, '')
        .replace(/^__iconData\.node;\n/m, ''),
      map: null,
    }),
  },
};

/**
 * Imports CSS modules as namespaces: `styles.bar` is then a constant that the minifier inlines, while a default import
 * ships the whole object. Files that look class names up at run time keep the object.
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

/**
 * Lists the code and styles of the event page in an inert template in index.html, with the base styles inlined. The
 * event-page function copies it into the page's head: a phone then requests everything at once instead of in a
 * waterfall, and can paint before the first response.
 */
export const listEventPageFiles: Plugin = {
  name: 'list-event-page-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const gallery = chunks.find((chunk) =>
        chunk.moduleIds.some((id) => id.endsWith('/src/routes/event/event.tsx')),
      );
      if (!gallery) throw new Error('The build has no gallery.');
      const files = [...withImports(gallery, bundle)];
      const code = files.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`);
      const styles = files.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
      const links = [...styles.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`), ...code];
      const [, base = ''] = /<link rel="stylesheet"[^>]* href="\/([^"]+)"/.exec(html) ?? [];
      const sheet = bundle[base];
      if (sheet?.type !== 'asset') throw new Error('index.html has no styles.');
      const inline = `<style>${String(sheet.source).trim()}</style>`;
      const isNew = (link: string) => !html.includes(link.replace(/^.*href=/, 'href='));
      const marker = '<template id="event-files">';
      if (!html.includes(marker)) throw new Error('index.html has no template for the event page’s files.');
      return html.replace(marker, () => marker + inline + links.filter(isNew).join(''));
    },
  },
};
