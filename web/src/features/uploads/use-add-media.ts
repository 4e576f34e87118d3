import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { toasts } from '../../../../shared/messages.ts';
import { isAlreadyJoined } from '../../../../shared/rules/already-joined.ts';
import { type Eligibility, uploadEligibility } from '../../../../shared/rules/eligibility.ts';
import { eventJoined } from '../../changes/event-changes.ts';
import { call, CallError } from '../../lib/call.ts';
import { paths } from '../../lib/paths.ts';
import { toast } from '../../ui/toast-store.ts';

/** How long a message is shown before the redirect. */
const REDIRECT_MS = 1500;

type AddMediaInput = {
  event: EventView;
  user: { id: string } | null;
  hasPaid: boolean;
  hasGuestInfo: boolean;
  /** Loads the uploader's code. */
  load: () => Promise<unknown>;
};

/**
 * What Add Media does for this viewer: opens the uploader, asks for a guest name, joins first, or redirects to payment
 * or sign-in with a message.
 */
export function useAddMedia({ event, user, hasPaid, hasGuestInfo, load }: AddMediaInput) {
  const client = useQueryClient();
  const redirect = useRedirect();
  const [opened, setOpened] = useState<'guest-name' | 'uploader'>();
  const [isJoining, setJoining] = useState(false);
  const close = useCallback(() => setOpened(undefined), []);
  const openUploader = useCallback(() => {
    load().then(
      () => setOpened('uploader'),
      () => toast(toasts.uploadDialogFailed, 'bad'),
    );
  }, [load]);
  const eligibility = uploadEligibility({
    event,
    user: user ?? undefined,
    hasJoined: event.role === 'participant',
    hasPaid,
    hasGuestInfo,
  });

  const join = async () => {
    setJoining(true);
    try {
      await call('POST /api/events/{eventId}/join', { params: { eventId: event.id } });
      toast(toasts.joinedEvent);
      openUploader();
    } catch (error) {
      const outcome = joinOutcome(error);
      if (outcome === 'joined') openUploader();
      else if (outcome === 'signed-out') redirect(toasts.authenticationRequired, loginFor(event.id));
      else toast(toasts.joinFailed, 'bad');
      if (outcome !== 'joined') return;
    } finally {
      setJoining(false);
    }
    eventJoined(client, event.id);
  };

  const press = () =>
    handlePress(eligibility, { event, openUploader, setOpened, redirect, join: () => void join() });
  return { eligibility, press, opened, openUploader, close, isJoining };
}

type PressHandlers = {
  event: EventView;
  openUploader: () => void;
  setOpened: (opened: 'guest-name') => void;
  redirect: ReturnType<typeof useRedirect>;
  join: () => void;
};

function handlePress(eligibility: Eligibility, handlers: PressHandlers): void {
  const text = eligibility.message;
  switch (eligibility.status) {
    case 'ready':
      return handlers.openUploader();
    case 'needs-guest-info':
      return handlers.setOpened('guest-name');
    case 'needs-join':
      return handlers.join();
    case 'needs-payment':
      return handlers.redirect({ title: 'Payment Required', text }, { to: eligibility.checkoutUrl });
    case 'needs-auth':
      return handlers.redirect(
        { title: toasts.authenticationRequired.title, text },
        loginFor(handlers.event.id),
      );
    case 'not-allowed':
      return toast({ title: 'Error', text }, 'bad');
  }
}

const loginFor = (eventId: string) => ({ href: paths.login(paths.event(eventId)) });

function joinOutcome(error: unknown): 'joined' | 'signed-out' | 'failed' {
  if (!(error instanceof CallError)) return 'failed';
  if (isAlreadyJoined(error)) return 'joined';
  return error.status === 401 ? 'signed-out' : 'failed';
}

/** Shows a toast and redirects 1.5 s later, unless the component has been unmounted by then. */
function useRedirect() {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (text: { title: string; text?: string }, target: { to: string } | { href: string }) => {
    toast(text, 'bad');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if ('to' in target) void navigate(target.to);
      else location.assign(target.href);
    }, REDIRECT_MS);
  };
}
