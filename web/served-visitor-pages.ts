import type { Plugin } from 'vite';
import { FIRST_DATA_ID, type FirstData } from '../shared/contract/first-data.ts';

const ROOT = '<div id="root"></div>';
const SIGNED_OUT: FirstData = { user: null };

/**
 * In development, gives the pages for browsers without a session (infra/edge/spa-rewrite.js) what the build embeds in
 * them: that nobody is signed in. React alone draws the landing page.
 */
export const servedVisitorPages: Plugin = {
  name: 'served-visitor-pages',
  apply: 'serve',
  transformIndexHtml: (html, { path: page }) => {
    if (page === '/index.html') return html;
    const data = `<script type="application/json" id="${FIRST_DATA_ID}">${JSON.stringify(SIGNED_OUT)}</script>`;
    return html.replace(ROOT, () => ROOT + data);
  },
};
