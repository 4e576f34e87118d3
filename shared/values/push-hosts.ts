/**
 * The push services that browsers use. The address of a subscription is its sender's word, and we send requests to
 * it: only these may be named. Sources: the documentation of Firebase Cloud Messaging, autopush, Apple's web push
 * and Windows' notification service.
 */
const HOST =
  /^(?:fcm\.googleapis\.com|(?:[a-z0-9-]+\.)+(?:push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))$/;

/** The longest address that is kept; those of today's services have less than 600 characters. */
export const MAX_ENDPOINT_LENGTH = 1000;

/** Where a push service of one machine may be. */
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Whether a subscription's address is one of a known push service: https, the standard port, no user information.
 * @param testOrigin a push service on this machine, `http://127.0.0.1:1234`; any other origin is not obeyed
 */
export function isPushEndpoint(endpoint: string, testOrigin?: string): boolean {
  if (endpoint.length > MAX_ENDPOINT_LENGTH || !URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return false;
  if (testOrigin !== undefined && isLoopback(testOrigin) && url.origin === testOrigin) return true;
  return url.protocol === 'https:' && url.port === '' && HOST.test(url.hostname);
}

function isLoopback(origin: string): boolean {
  return URL.canParse(origin) && LOOPBACK.has(new URL(origin).hostname);
}
