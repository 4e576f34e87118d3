/**
 * Whether a subscription's address is one of a known push service.
 * @param origins what PUSH_ORIGINS holds
 */
export function isPushEndpoint(endpoint: string, origins: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return false;
  return origins.some((origin) => isOn(url, new URL(origin)));
}

const NAMES = /^(?:[a-z0-9-]+\.)+$/;

function isOn(url: URL, origin: URL): boolean {
  if (url.protocol !== origin.protocol || url.port !== origin.port) return false;
  if (!origin.hostname.startsWith('*.')) return url.hostname === origin.hostname;
  const domain = origin.hostname.slice('*.'.length);
  return url.hostname.endsWith(domain) && NAMES.test(url.hostname.slice(0, -domain.length));
}
