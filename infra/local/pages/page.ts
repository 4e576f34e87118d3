import { createHash } from 'node:crypto';
import { html, Html } from './html.ts';

/** How the pages of one server look. */
export type PageTheme = {
  /** All of its style: it stands in the page itself, and nothing is loaded. */
  readonly style: string;
  /** Markup of the drawing above the title. */
  readonly drawing: string;
  /** What the icon shows on its tile, as paths in a square of 32. */
  readonly iconPath: string;
};

type Content = { title: string; lead: string; amount?: Html; action?: Html; desk?: Html };

/** A whole page: what it is about, and below or beside it what to do. */
export function page(look: PageTheme, { title, lead, amount, action, desk }: Content): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="${iconOf(look)}" />
        ${new Html(`<style>${look.style}</style>`)}
      </head>
      <body>
        <main>
          <header>
            ${new Html(look.drawing)}
            <p class="brand">Gatherlens, on this machine</p>
            <h1>${title}</h1>
            ${amount}
            <p class="lead">${lead}</p>
            ${action}
          </header>
          ${desk && html`<div class="desk">${desk}</div>`}
        </main>
      </body>
    </html>`.markup;
}

function iconOf({ iconPath }: PageTheme): string {
  const tile = '<rect width="32" height="32" rx="7" fill="#231e1a"/>';
  const lines = `<path d="${iconPath}" fill="none" stroke="#fff" stroke-width="1.75" stroke-linejoin="round"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${tile}${lines}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/**
 * Headers of every page. Nothing may be loaded but the icon in the page itself.
 * @param formTargets origins where a form may end up: browsers hold `form-action` against the redirects that follow
 * a form, too
 */
export function pageHeaders({ style }: PageTheme, formTargets: readonly string[]): Record<string, string> {
  const styleHash = createHash('sha256').update(style).digest('base64');
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${styleHash}'`,
      'img-src data:',
      `form-action ${["'self'", ...formTargets].join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Cache-Control': 'no-store',
    // Not no-referrer: that would make browsers send `Origin: null` with the form.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}
