import type { QueryClient } from '@tanstack/react-query';
import { PAUSED } from '../../../../shared/eligibility-messages.ts';
import { toasts } from '../../../../shared/messages.ts';
import { isAlreadyJoined } from '../../../../shared/rules/already-joined.ts';
import type { Eligibility } from '../../../../shared/rules/eligibility.ts';
import { eventJoined } from '../../changes/event-changes.ts';
import { placeMayBeChanged } from '../../changes/refusal-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { call, CallError, isSessionChanged } from '../../lib/call.ts';
import { paths } from '../../lib/paths.ts';
import { sessionWatch } from '../../lib/session-watch.ts';
import { toast } from '../../ui/toast-store.ts';

/** What Add Media opens: the question for a guest's name, or the uploader. */
export type AddMediaDialog = 'guest-name' | 'uploader';

const UPLOADS_PAUSED = { title: toasts.filesPaused.title, text: PAUSED } as const;

/** How long a message is shown before the redirect. */
const REDIRECT_MS = 1500;

type PressInput = {
  eventId: string;
  client: QueryClient;
  open: (dialog: AddMediaDialog) => void;
  setJoining: (isJoining: boolean) => void;
  navigate: (path: string) => void;
  /** Aborted when the page is left, which ends a redirect. */
  signal: AbortSignal;
};

/** Opens the uploader once its code is there. */
export async function openUploader(open: PressInput['open']): Promise<void> {
  try {
    // The progress card, too, because the network may be gone by the time it is needed.
    await Promise.all([import('./upload-dialog.tsx'), import('./progress-card.tsx')]);
  } catch {
    toast(toasts.uploadDialogFailed, 'bad');
    return;
  }
  open('uploader');
}

/**
 * What Add Media does for this viewer: opens the uploader, asks for a guest's name, joins first, or redirects to payment or
 * sign-in with a message.
 */
export async function pressAddMedia(eligibility: Eligibility, input: PressInput): Promise<void> {
  const text = eligibility.message;
  switch (eligibility.status) {
    case 'ready':
      return openUploader(input.open);
    case 'needs-guest-info':
      return input.open('guest-name');
    case 'needs-join':
      return join(input);
    case 'needs-payment':
      return redirect({ title: 'Payment Required', text }, input, () =>
        input.navigate(eligibility.checkoutUrl),
      );
    case 'needs-auth':
      return redirectToSignIn({ title: toasts.authenticationRequired.title, text }, input);
    case 'paused':
      return toast(UPLOADS_PAUSED, 'bad');
    case 'not-allowed':
      return toast({ title: 'Error', text }, 'bad');
  }
}

async function join(input: PressInput): Promise<void> {
  const { eventId, client } = input;
  const viewing = viewingOf(client);
  input.setJoining(true);
  try {
    await call('POST /api/events/{eventId}/join', { params: { eventId } });
    toast(toasts.joinedEvent);
  } catch (error) {
    if (!(error instanceof CallError && isAlreadyJoined(error))) {
      // The notice says that somebody else is signed in now.
      if (isSessionChanged(error) && sessionWatch.view.notice?.user) return;
      if (error instanceof CallError && error.status === 401)
        return redirectToSignIn(toasts.authenticationRequired, input);
      const code = error instanceof CallError ? error.code : undefined;
      placeMayBeChanged(client, eventId, code);
      return toast(code === 'event_paused' ? UPLOADS_PAUSED : toasts.joinFailed, 'bad');
    }
  } finally {
    input.setJoining(false);
  }
  eventJoined(viewing, eventId);
  return openUploader(input.open);
}

function redirectToSignIn(text: { title: string; text?: string }, input: PressInput): void {
  redirect(text, input, () => location.assign(paths.login(paths.event(input.eventId))));
}

function redirect(text: { title: string; text?: string }, { signal }: PressInput, go: () => void): void {
  // The page was left before the answer.
  if (signal.aborted) return;
  toast(text, 'bad');
  const timer = setTimeout(go, REDIRECT_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}
