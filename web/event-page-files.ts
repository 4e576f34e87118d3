import type { Rolldown } from 'vite';
import { withImports } from './chunk-imports.ts';

/**
 * Styles and links to code and styles of the event page, which the event-page function moves into the page's head: a phone
 * then requests everything at once instead of in a waterfall, and paints the first screen before the first response.
 * @param html the built index.html
 */
export function eventFilesOf(html: string, bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const gallery = chunks.find((chunk) =>
    chunk.moduleIds.some((id) => id.endsWith('/src/routes/event/event.tsx')),
  );
  if (!gallery) throw new Error('The build has no gallery.');
  const files = [...withImports(gallery, bundle)];
  const styles = files.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  const links = [
    ...styles.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
    ...files.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
  ];
  const [, base] = /<link rel="stylesheet"[^>]* href="\/([^"]+)"/.exec(html) ?? [];
  if (base === undefined) throw new Error('index.html has no styles.');
  const inline = [base, ...styles.filter((name) => name !== base)].map((name) => {
    const sheet = bundle[name];
    if (sheet?.type !== 'asset') throw new Error(`The build has no ${name}.`);
    return `<style>${String(sheet.source).trim()}</style>`;
  });
  const isNew = (link: string) => !html.includes(link.replace(/^.*href=/, 'href='));
  return [...inline, ...links.filter(isNew)].join('');
}
