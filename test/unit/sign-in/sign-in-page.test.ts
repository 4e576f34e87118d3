import { describe, expect, test } from 'vitest';
import { html } from '../../../infra/local/pages/html.ts';
import { identityHeaders } from '../../../infra/local/cognito/page-frame.ts';
import { palettes } from '../../../infra/local/pages/base-style.ts';
import { signInPage } from '../../../infra/local/cognito/sign-in-page.ts';

const nothing = { email: '', firstName: '', lastName: '' };
const account = {
  sub: 'sub-1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  createdAt: '2026-11-20T12:00:00.000Z',
  lastSignInAt: '2026-11-20T12:00:00.000Z',
};

test('html escapes what is put in, once', () => {
  const inner = html`<b>${`<"&'>`}</b>`;
  expect(html`<p title="${'"x'}">${inner}${[inner]}${undefined}</p>`.markup).toBe(
    '<p title="&#34;x"><b>&#60;&#34;&#38;&#39;&#62;</b><b>&#60;&#34;&#38;&#39;&#62;</b></p>',
  );
});

describe('the sign-in page', () => {
  test('loads nothing from anywhere and runs nothing', () => {
    const page = signInPage({ action: '/login/1', accounts: [account], typed: nothing, problem: undefined });
    expect(page).not.toMatch(/<script|<img|@import|url\(|https?:(?!\/\/www\.w3\.org)/i);
    expect(page).not.toMatch(/\son\w+=/i);
    expect(identityHeaders('http://localhost:3000')['Content-Security-Policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src data:; form-action 'self' http:\/\/localhost:3000; base-uri 'none'; frame-ancestors 'none'$/,
    );
  });

  test('no name of an account gets out of its place', () => {
    const hostile = { ...account, firstName: '<script>alert(1)</script>', lastName: '"><i', email: `"'@x` };
    const page = signInPage({
      action: '/login/1',
      accounts: [hostile],
      typed: { email: '"><script>', firstName: '', lastName: '' },
      problem: undefined,
    });
    expect(page).not.toContain('<script');
    expect(page).not.toContain('"><i');
  });

  test('an account without a name is called by its address; a first letter may be of any script', () => {
    const view = { action: '/login/1', typed: nothing, problem: undefined };
    const unnamed = { ...account, firstName: '', lastName: '' };
    expect(signInPage({ ...view, accounts: [unnamed] })).toContain('<b>ada@example.com</b>');
    const emoji = { ...account, firstName: '👩‍🎤 Ada' };
    expect(signInPage({ ...view, accounts: [emoji] })).toContain(
      '<span class="initial" aria-hidden="true">👩‍🎤</span>',
    );
  });
});

describe.each(['light', 'dark'] as const)('in %s, contrast (WCAG 2.2, 1.4.3 and 1.4.11)', (scheme) => {
  const colours = palettes[scheme];
  test.each([
    ['ink', 'paper', 4.5],
    ['ink', 'paper-raised', 4.5],
    ['ink-soft', 'paper', 4.5],
    ['ink-soft', 'paper-raised', 4.5],
    ['bad', 'paper', 4.5],
    ['accent-ink', 'accent', 4.5],
    ['accent', 'paper', 3],
    ['line-strong', 'paper', 3],
    ['line-strong', 'paper-raised', 3],
    ['bad', 'paper-raised', 3],
  ] as const)('of %s on %s is at least %d', (front, back, least) => {
    expect(contrast(colours[front], colours[back])).toBeGreaterThanOrEqual(least);
  });
});

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
