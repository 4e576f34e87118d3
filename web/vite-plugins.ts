import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { withImports } from './chunk-imports.ts';

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

/** Icons keep lucide-react's drawings, without the names and keys that nothing asks for, and get our own maker. */
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

/**
 * Names the code and styles of an event's page in index.html, in a template that does nothing, and puts the styles of
 * every page there as a whole. The function that answers such pages takes from it what the page needs: a phone then
 * asks for everything at once instead of in turns, and has something to look at before any answer.
 */
export const listEventPageFiles: Plugin = {
  name: 'name-event-files',
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
      const place = '<template id="event-files">';
      if (!html.includes(place)) throw new Error('index.html has no place for the files of events.');
      return html.replace(place, () => place + inline + links.filter(isNew).join(''));
    },
  },
};
