import type { ToastText } from '../../../shared/messages.ts';
import { isSessionChanged } from '../lib/call.ts';
import { sessionWatch } from '../lib/session-watch.ts';
import { toast } from './toast-store.ts';

/** Says that a call failed, unless the notice that the session has changed already explains it. */
export function toastFailure(error: unknown, text: ToastText): void {
  if (isSessionChanged(error) && sessionWatch.view.notice) return;
  toast(text, 'bad');
}
