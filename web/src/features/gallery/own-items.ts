import type { LiveItem } from '../../../../shared/contract/live-updates.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/**
 * Which of the items that everybody hears of are the viewer's own: their tag is an HMAC of their id under a key that the
 * viewer alone has. Browsers compute it for pages of https and of this machine; elsewhere none is recognised.
 * @returns their ids
 */
export async function ownItemsIn(
  items: readonly LiveItem[],
  ownKey: string | undefined,
): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  const tagged = items.filter(({ uploaderTag }) => uploaderTag !== undefined);
  if (ownKey === undefined || tagged.length === 0 || !isSecureContext) return own;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(ownKey), algorithm, false, ['sign']);
  for (const { id, uploaderTag = '' } of tagged) {
    const hash = new Uint8Array(await crypto.subtle.sign(algorithm, key, bytes(id)));
    const tag = btoa(String.fromCharCode(...hash))
      .replaceAll('+', '-')
      .replaceAll('/', '_');
    if (tag.startsWith(uploaderTag)) own.add(id);
  }
  return own;
}
