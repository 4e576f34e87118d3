import type { Plugin } from 'vite';
import { SITE_DESCRIPTION } from '../shared/site.ts';

/** Puts the site's description into index.html. */
export const siteTexts: Plugin = {
  name: 'site-texts',
  transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'description', content: SITE_DESCRIPTION } }],
};
