import { documentTitle, SITE_NAME } from '../../shared/site.ts';
import type { LinkPreview } from './link-preview.ts';
import { escapeHtml } from './html.ts';

/** What a page tells browser tabs, search engines and link previews. */
export type PageHead = LinkPreview & {
  /** The page's absolute URL. */
  readonly address: string;
  /** The absolute URL of the event's picture. */
  readonly pictureAddress: string;
};

/** `<title>` and metadata. Source: The Open Graph protocol; cards as X documents them. */
export function headOf(head: PageHead): string {
  const { title, description, address, pictureAddress } = head;
  const picture = head.hasPicture ? pictureAddress : undefined;
  return [
    `<title>${escapeHtml(documentTitle(title))}</title>`,
    named('description', description),
    ...(head.isIndexed ? [] : [named('robots', 'noindex')]),
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    property('og:site_name', SITE_NAME),
    property('og:type', 'website'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address),
    ...(picture === undefined
      ? []
      : [property('og:image', picture), property('og:image:alt', `A photo of ${title}`)]),
    named('twitter:card', picture === undefined ? 'summary' : 'summary_large_image'),
  ].join('\n    ');
}

const named = (name: string, content: string): string =>
  `<meta name="${name}" content="${escapeHtml(content)}" />`;

const property = (name: string, content: string): string =>
  `<meta property="${name}" content="${escapeHtml(content)}" />`;
