import { createHash } from 'node:crypto';
import { palettes } from './base-style.ts';
import { html, Html } from './html.ts';

/** How the pages of one server look. */
export type PageTheme = {
  /** The whole style sheet: it is inlined, and nothing else is loaded. */
  readonly style: string;
  /** Markup of the drawing above the title. */
  readonly drawing: string;
  /** The icon's drawing, as path data in a 32 by 32 square. */
  readonly iconPath: string;
};

type Content = { title: string; lead: string; amount?: Html; action?: Html; panel?: Html };

/** A whole page: what it is about, and below or beside that what to do. */
export function page(theme: PageTheme, { title, lead, amount, action, panel }: Content): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="${iconOf(theme)}" />
        ${new Html(`<style>${theme.style}</style>`)}
      </head>
      <body>
        <main>
          <header>
            ${new Html(theme.drawing)}
            <p class="brand">Gatherlens, on this machine</p>
            <h1>${title}</h1>
            ${amount}
            <p class="lead">${lead}</p>
            ${action}
          </header>
          ${panel && html`<div class="panel">${panel}</div>`}
        </main>
      </body>
    </html>`.markup;
}

function iconOf({ iconPath }: PageTheme): string {
  const tile = `<rect width="32" height="32" rx="7" fill="#${palettes.light.ink}"/>`;
  const lines = `<path d="${iconPath}" fill="none" stroke="#fff" stroke-width="1.75" stroke-linejoin="round"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${tile}${lines}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/**
 * Headers of every page. Nothing may be loaded but the inlined icon.
 * @param formTargets origins that a form may be redirected to: `form-action` applies to redirects, too
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
    // Not `no-referrer`: with it browsers would send `Origin: null` with the form.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}
