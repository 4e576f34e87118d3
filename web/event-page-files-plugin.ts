import type { Plugin } from 'vite';
import { withImports } from './chunk-imports.ts';

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
