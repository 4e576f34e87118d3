import { createHash } from 'node:crypto';
import { html, Html } from './html.ts';
import { style } from './page-style.ts';

const styleHash = createHash('sha256').update(style).digest('base64');

// Three prints fanned out on a table, the front one with a hill and a sun.
const drawing = `<svg class="drawing" viewBox="0 0 132 96" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" aria-hidden="true"><path d="M14 30 58 18l3 11"/><path d="m14 30 12 46 15-4"/><path d="m74 20 44 12-12 46-13-3"/><g class="front"><rect x="36" y="24" width="56" height="62" rx="3"/><path d="M43 31h42v38H43z"/><path d="m43 62 12-14 10 11 7-7 13 14"/><circle cx="73" cy="41" r="4"/></g></svg>`;

const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#b4441f"/><path d="M8 8h16v16H8zM8 21l5-6 4 4 3-3 4 4" fill="none" stroke="#fff" stroke-width="1.75" stroke-linejoin="round"/></svg>')}`;

/** A whole page: what it is about, and below or beside it what to do. */
export function page(content: { title: string; lead: string; action?: Html; desk?: Html }): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <title>${content.title}</title>
        <link rel="icon" href="${icon}" />
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <header>
            ${new Html(drawing)}
            <p class="brand">GatherLens, on this machine</p>
            <h1>${content.title}</h1>
            <p class="lead">${content.lead}</p>
            ${content.action}
          </header>
          ${content.desk && html`<div class="desk">${content.desk}</div>`}
        </main>
      </body>
    </html>`.markup;
}

/** Answers with a page; takes the part of Koa's context that it needs. */
export type ShowPage = (ctx: PageContext, answer: { status: number; body: string }) => void;

type PageContext = {
  status: number;
  type: string;
  body: unknown;
  set: (headers: Record<string, string>) => void;
};

/** Makes the one way in which pages of ours go out. `siteOrigin`: see `pageHeaders`. */
export function pageSender(siteOrigin: string): ShowPage {
  const headers = { ...pageHeaders(siteOrigin) };
  return (ctx, answer) => {
    ctx.set(headers);
    ctx.status = answer.status;
    ctx.type = 'html';
    ctx.body = answer.body;
  };
}

/**
 * Headers of every page. Nothing may be loaded but the icon in the page itself. `siteOrigin` is where a form
 * may end up: browsers hold `form-action` against the redirects that follow a form, too.
 */
export function pageHeaders(siteOrigin: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${styleHash}'`,
      'img-src data:',
      `form-action 'self' ${siteOrigin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Cache-Control': 'no-store',
    // Not no-referrer: that would make browsers send `Origin: null` with the form.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}
