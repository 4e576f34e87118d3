import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { launchFirefox, visitorAt } from './firefox.ts';
import { runGuestFlow } from './guest-flow.ts';
import { pushOriginOf } from '../fixtures/push-service-client.ts';

let firefox: Browser;

beforeAll(async () => {
  firefox = await launchFirefox(pushOriginOf(inject('environment')));
});
afterAll(() => firefox?.close());

it('lets a guest in Firefox open an event, give a name, add a photo, see it and vote', async () => {
  const page = await firefox.newPage();
  const broken: string[] = [];
  page.on('pageerror', (error) => broken.push(String(error)));
  expect(await runGuestFlow(visitorAt(page), inject('siteUrl'))).toEqual(['Vote, 1 vote']);
  expect(broken).toEqual([]);
});
