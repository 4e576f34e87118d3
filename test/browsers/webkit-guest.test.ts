import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { runGuestFlow } from './guest-flow.ts';
import { launchWebKit, type WebKit } from './webkit.ts';

let webkit: WebKit;

beforeAll(async () => {
  webkit = await launchWebKit();
});
afterAll(() => webkit?.close());

it('a guest in WebKit opens an event, gives a name, adds a photo, sees it and votes', async () => {
  expect(await runGuestFlow(webkit, inject('siteUrl'))).toEqual(['Vote, 1 vote']);
});

it('is offered no notifications where the browser has no push', async () => {
  const has = await webkit.run<{ push: boolean; button: boolean }>(`return {
    push: 'PushManager' in window,
    button: document.querySelector('[title$="Notifications"]') !== null,
  };`);
  expect(has.button).toBe(has.push);
});
