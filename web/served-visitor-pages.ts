import type { Plugin } from 'vite';
import { ROOT } from '../shared/contract/first-data.ts';
import { SIGNED_OUT_SCRIPT } from './signed-out.ts';

/**
 * In development, gives the pages for browsers without a session (infra/edge/spa-rewrite.js) what the build embeds in
 * them: that nobody is signed in. React alone draws the landing page.
 */
export const servedVisitorPages: Plugin = {
  name: 'served-visitor-pages',
  apply: 'serve',
  transformIndexHtml: (html, { path: page }) => {
    if (page === '/index.html') return html;
    return html.replace(ROOT, () => ROOT + SIGNED_OUT_SCRIPT);
  },
};
