import { describe, expect, it } from 'vitest';
import { notificationFor } from '../../../functions/notifications/notification-text.ts';
import { isSignOut } from '../../../web/src/sw/is-sign-out.ts';
import { parseNotification } from '../../../web/src/sw/parse-notification.ts';
import {
  offlineResponse,
  deleteOldCaches,
  isPageRequest,
  type OfflineCache,
} from '../../../web/src/sw/offline-cache.ts';
import { openNotification, type WindowClients } from '../../../web/src/sw/open-notification.ts';

const origin = 'https://photos.example';

async function click(open: readonly string[], change: { url?: unknown } = {}) {
  const { url } = { url: '/event/evt_1', ...change };
  const actions: string[] = [];
  const pages = open.map((path) => ({
    url: origin + path,
    focus: async () => actions.push(`focus ${path}`),
    postMessage: (message: string) => actions.push(`${message} ${path}`),
  }));
  const openWindow = async (path: string) => actions.push(`open ${path}`);
  // Opened before the worker was there, so that it does not control them yet.
  const matchAll: WindowClients['matchAll'] = async ({ includeUncontrolled }) =>
    includeUncontrolled ? pages : [];
  await openNotification({ matchAll, openWindow }, { url, origin });
  return actions;
}

const isSignOutRequest = (path: string, change: object = {}) =>
  isSignOut(
    { method: 'GET', mode: 'navigate', url: origin + path, referrer: `${origin}/`, ...change },
    origin,
  );

const isPage = (path: string, mode: RequestMode = 'navigate') => isPageRequest({ mode, url: origin + path });

const cachesWith = (names: string[], cached?: Response): OfflineCache['caches'] => ({
  open: () => Promise.reject(new Error('not asked')),
  keys: async () => names,
  delete: async (name) => names.splice(names.indexOf(name), 1).length > 0,
  match: async (request) => (request === '/offline.html' ? cached : undefined),
});

describe('a push message', () => {
  it('is shown with the server’s texts', () => {
    const message = notificationFor({ id: 'evt_1', name: 'Ada’s Party 🎉' }, { kind: 'new', count: 3 });
    expect(parseNotification(JSON.stringify(message), origin)).toEqual({
      title: 'Ada’s Party 🎉',
      body: '3 new photos',
      tag: 'evt_1:new',
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: { url: '/event/evt_1' },
    });
  });

  it.each([undefined, '', 'no json', 'null', '[]', '{"title":1,"body":{}}'])(
    '%s is shown generically',
    (text) => {
      expect(parseNotification(text, origin)).toMatchObject({
        title: 'Gatherlens',
        body: '',
        data: { url: '/' },
      });
    },
  );

  it.each(['https://evil.example/event/evt_1', '//evil.example', 'javascript:alert(1)', 'http://[', 7])(
    'never leads to another site: %s',
    (url) => {
      expect(parseNotification(JSON.stringify({ url }), origin).data.url).toBe('/');
    },
  );
});

describe('a click on a notification', () => {
  it('focuses an open page of the event and sends it a message', async () => {
    const open = ['/', '/event/evt_1/moderate', '/event/evt_1?from=qr', '/event/evt_1'];
    expect(await click(open)).toEqual(['news opened /event/evt_1?from=qr', 'focus /event/evt_1?from=qr']);
    expect(await click(['/event/evt_1/'])).toContain('focus /event/evt_1/');
    expect(await click(['/', '/event/evt_1/timeline'])).toContain('focus /event/evt_1/timeline');
  });

  it('opens the event if no page of it is open', async () => {
    expect(await click(['/', '/event/evt_12', '/event/evt_2'])).toEqual(['open /event/evt_1']);
    expect(await click([], { url: 'https://evil.example' })).toEqual(['open /']);
    expect(await click([], { url: undefined })).toEqual(['open /']);
  });
});

describe('a sign-out', () => {
  it('is a logout, or the deletion of an account or guest', () => {
    expect(isSignOutRequest('/api/logout')).toBe(true);
    expect(isSignOutRequest('/api/logout?x=1')).toBe(true);
    expect(isSignOutRequest('/api/auth/user', { method: 'DELETE', mode: 'cors' })).toBe(true);
    expect(isSignOutRequest('/api/guests/gst_1?token=t', { method: 'DELETE', mode: 'cors' })).toBe(true);
  });

  it('is no other request', () => {
    expect(isSignOutRequest('/api/logout', { referrer: 'https://evil.example/' })).toBe(false);
    expect(isSignOutRequest('/api/logout', { referrer: '' })).toBe(false);
    expect(isSignOutRequest('/api/logout', { mode: 'cors' })).toBe(false);
    expect(isSignOutRequest('/api/login')).toBe(false);
    expect(isSignOutRequest('/api/auth/user')).toBe(false);
    expect(isSignOutRequest('/api/media/med_1/vote', { method: 'DELETE' })).toBe(false);
    expect(isSignOutRequest('', { method: 'DELETE', url: 'https://evil.example/api/auth/user' })).toBe(false);
  });
});

describe('the offline page', () => {
  it('is the response for pages only', () => {
    expect(['/', '/event/evt_1', '/api', '/event/api/x'].map((path) => isPage(path))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(
      ['/api/login', '/api/media/m/download', '/media/open/e/m/x.webp'].map((path) => isPage(path)),
    ).toEqual([false, false, false]);
    expect(isPage('/event/evt_1', 'cors')).toBe(false);
  });

  it('is served from this version’s cache, and other versions’ caches are deleted', async () => {
    const names = ['offline one', 'offline two', 'of somebody else'];
    const version = { version: 'two', files: ['/offline.html', '/assets/offline-1.css'] };
    await deleteOldCaches({ ...version, caches: cachesWith(names) });
    expect(names).toEqual(['offline two', 'of somebody else']);
    const cached = new Response('You are offline');
    expect(await offlineResponse({ ...version, caches: cachesWith([], cached) })).toBe(cached);
    expect((await offlineResponse({ ...version, caches: cachesWith([]) })).type).toBe('error');
  });
});
