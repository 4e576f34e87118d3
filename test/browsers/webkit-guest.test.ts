import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { runGuestFlow } from './guest-flow.ts';
import { launchWebKit, type WebKit } from './webkit.ts';

let webkit: WebKit;

beforeAll(async () => {
  webkit = await launchWebKit();
});
afterAll(() => webkit?.close());

it('lets a guest in WebKit open an event, give a name, add a photo, see it and vote', async () => {
  expect(await runGuestFlow(webkit, inject('siteUrl'))).toEqual(['Vote, 1 vote']);
});

it('offers notifications only if the browser supports push', async () => {
  const has = await webkit.run<{ push: boolean; button: boolean }>(`return {
    push: 'PushManager' in window,
    button: document.querySelector('[title$="Notifications"]') !== null,
  };`);
  expect(has.button).toBe(has.push);
});
