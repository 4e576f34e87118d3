import { toasts } from '../../../shared/messages.ts';
import { toast } from './toast-store.ts';

/** Copies a link and says whether that worked. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast(toasts.linkCopied);
  } catch {
    // No permission, or a page that is not served over https.
    toast(toasts.copyFailed, 'bad');
  }
}
