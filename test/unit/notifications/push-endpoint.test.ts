import { describe, expect, it } from 'vitest';
import { isPushEndpoint } from '../../../functions/notifications/push-endpoint.ts';
import { PUSH_ORIGINS } from '../../../infra/stages/public-addresses.ts';
import { pushSubscription } from '../../../shared/contract/notifications.ts';

const subscription = (length: number) => ({
  endpoint: `https://fcm.googleapis.com/${'a'.repeat(length)}`,
  keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) },
});

describe('addresses that we send requests to', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://fcm.googleapis.com:443/fcm/send/abc',
    'https://FCM.googleapis.com/fcm/send/abc',
  ])('may be %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, PUSH_ORIGINS)).toBe(true);
  });

  it.each([
    '',
    'push',
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user@fcm.googleapis.com/fcm/send/abc',
    'https://:word@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.example.org/',
    'https://fcm.googleapis.com@example.org/',
    'https://example.org/fcm.googleapis.com',
    'https://example.org#.push.apple.com',
    'https://evilpush.apple.com/',
    'https://push.apple.com.evil.org/',
    'https://push.apple.com/abc',
    'https://fcm.googleapis.com./abc',
    'https://xfcm.googleapis.com/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'http://127.0.0.1:9000/push/1',
    'file:///etc/passwd',
    'https://.push.apple.com/abc',
    'https://a..push.apple.com/abc',
  ])('may not be %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, PUSH_ORIGINS)).toBe(false);
  });

  it('may be those of a service on this machine that is named, and of no other port', () => {
    const origins = [...PUSH_ORIGINS, 'http://127.0.0.1:9000'];
    expect(isPushEndpoint('http://127.0.0.1:9000/push/1', origins)).toBe(true);
    expect(isPushEndpoint('https://127.0.0.1:9000/push/1', origins)).toBe(false);
    expect(isPushEndpoint('http://127.0.0.1:9001/push/1', origins)).toBe(false);
    expect(isPushEndpoint('http://u@127.0.0.1:9000/push/1', origins)).toBe(false);
  });

  it('are not longer than any service makes them', () => {
    expect(pushSubscription.safeParse(subscription(900)).success).toBe(true);
    expect(pushSubscription.safeParse(subscription(1000)).success).toBe(false);
  });
});
