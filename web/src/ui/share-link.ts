import { copyLink } from './copy-link.ts';

/** Whether the browser can hand a link to the device's share sheet. */
export function hasShareSheet(): boolean {
  return typeof navigator.share === 'function';
}

/** Opens the share sheet with a link, within a press; copies the link where there is no such sheet. */
export async function shareLink({ link, title }: { link: string; title: string }): Promise<void> {
  if (!hasShareSheet()) return copyLink(link);
  try {
    await navigator.share({ url: link, title });
  } catch (error) {
    if (!isDismissal(error)) await copyLink(link);
  }
}

/** Whether the sheet was closed without a choice, or is open already. */
export function isDismissal(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'AbortError' || error.name === 'InvalidStateError');
}
