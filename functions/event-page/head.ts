import { documentTitle, SITE_NAME } from '../../shared/site.ts';
import { PICTURE_SIZE } from '../domain/link-picture.ts';
import type { LinkPreview } from './link-preview.ts';
import { escapeHtml } from './html.ts';

/** What a page tells browser tabs, search engines and link previews. */
export type PageHead = LinkPreview & {
  /** The page's absolute URL. */
  readonly address: string;
  /** The site's, without a trailing slash. */
  readonly site: string;
};

/** `<title>` and metadata. Source: The Open Graph protocol; cards as X documents them. */
export function headOf(head: PageHead): string {
  const { title, description, address, site, picturePath, pictureText } = head;
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
    property('og:image', site + picturePath),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(PICTURE_SIZE.width)),
    property('og:image:height', String(PICTURE_SIZE.height)),
    property('og:image:alt', pictureText),
    named('twitter:card', 'summary_large_image'),
  ].join('\n    ');
}

const named = (name: string, content: string): string =>
  `<meta name="${name}" content="${escapeHtml(content)}" />`;

const property = (name: string, content: string): string =>
  `<meta property="${name}" content="${escapeHtml(content)}" />`;
