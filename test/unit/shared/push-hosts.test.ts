import { describe, expect, it } from 'vitest';
import { isPushEndpoint } from '../../../shared/values/push-hosts.ts';

describe('addresses that we send requests to', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://fcm.googleapis.com:443/fcm/send/abc',
    'https://FCM.googleapis.com/fcm/send/abc',
  ])('may be %s', (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(true);
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
    `https://fcm.googleapis.com/${'a'.repeat(1000)}`,
  ])('may not be %s', (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false);
  });

  it('may be those of the named service of this machine, and of no other origin', () => {
    const origin = 'http://127.0.0.1:9000';
    expect(isPushEndpoint('http://127.0.0.1:9000/push/1', origin)).toBe(true);
    expect(isPushEndpoint('http://127.0.0.1:9001/push/1', origin)).toBe(false);
    expect(isPushEndpoint('http://u@127.0.0.1:9000/push/1', origin)).toBe(false);
    expect(isPushEndpoint('http://10.0.0.1:9000/push/1', 'http://10.0.0.1:9000')).toBe(false);
    expect(isPushEndpoint('https://example.org/push/1', 'https://example.org')).toBe(false);
  });
});
