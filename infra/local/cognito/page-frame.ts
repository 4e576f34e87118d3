import type { Html } from '../pages/html.ts';
import { type PageTheme, page as localPage, pageHeaders } from '../pages/page.ts';
import { style } from './page-style.ts';

// Three prints fanned out on a table, the front one with a hill and a sun.
const drawing = `<svg class="drawing" viewBox="0 0 132 96" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" aria-hidden="true"><path d="M14 30 58 18l3 11"/><path d="m14 30 12 46 15-4"/><path d="m74 20 44 12-12 46-13-3"/><g class="front"><rect x="36" y="24" width="56" height="62" rx="3"/><path d="M43 31h42v38H43z"/><path d="m43 62 12-14 10 11 7-7 13 14"/><circle cx="73" cy="41" r="4"/></g></svg>`;

const theme: PageTheme = { style, drawing, iconPath: 'M8 8h16v16H8zM8 21l5-6 4 4 3-3 4 4' };

export function page(content: { title: string; lead: string; action?: Html; panel?: Html }): string {
  return localPage(theme, content);
}

/** Answers with a page. Takes only the part of Koa's context that it needs. */
export type ShowPage = (ctx: PageContext, answer: { status: number; body: string }) => void;

type PageContext = {
  status: number;
  type: string;
  body: unknown;
  set: (headers: Record<string, string>) => void;
};

/** @param siteOrigin where forms may be redirected to */
export function pageSender(siteOrigin: string): ShowPage {
  const headers = identityHeaders(siteOrigin);
  return (ctx, answer) => {
    ctx.set(headers);
    ctx.status = answer.status;
    ctx.type = 'html';
    ctx.body = answer.body;
  };
}

/** @param siteOrigin where forms may be redirected to */
export function identityHeaders(siteOrigin: string): Record<string, string> {
  return { ...pageHeaders(theme, [siteOrigin]), 'Cross-Origin-Opener-Policy': 'same-origin' };
}
