import { toasts } from '../../../shared/messages.ts';
import { toast } from './toast-store.ts';

/** Copies a link to the clipboard and shows a toast. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast(toasts.linkCopied);
  } catch {
    // No permission, or a page without https.
    toast(toasts.copyFailed, 'bad');
  }
}
