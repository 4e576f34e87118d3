import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type MouseEvent, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { toasts } from '../../../../shared/messages.ts';
import { accessChanged } from '../../changes/event-changes.ts';
import { withParameter } from '../../lib/with-parameter.ts';
import { PaymentRequired } from '../../features/payments/payment-required.tsx';
import { usePaymentOutcome } from '../../features/payments/use-payment-outcome.ts';
import { readGuest } from '../../lib/guest-credentials.ts';
import { paths } from '../../lib/paths.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useIsMounted } from '../../ui/use-is-mounted.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';

const GuestNameDialog = lazyDialog(() => import('../../features/guests/guest-name-dialog.tsx'));

type PaymentWallProps = {
  event: EventView;
  viewer: Pick<Viewer, 'user' | 'guest' | 'isReady'>;
  /** The viewer may not see the photos. */
  isClosed: boolean;
  /** The photos are shown, so a viewer who comes back from the checkout has paid. */
  isOpen: boolean;
  /** Called when it turns out that the viewer, a guest, has paid. */
  onPaid: () => void;
};

/** Shown instead of a paid event's photos. Also handles the return from the checkout. */
export default function PaymentWall({ event, viewer, isClosed, isOpen, onPaid }: PaymentWallProps) {
  const client = useQueryClient();
  const { search } = useLocation();
  const [checkoutResult] = useState(() => checkoutResultIn(search));
  const { guest } = viewer;
  const isAnonymous = event.role === 'anonymous';
  const isGuest = isAnonymous && guest.guestId !== undefined;
  const { outcome, isChecking, checkAgain } = usePaymentOutcome({
    eventId: event.id,
    guest,
    isEnabled: isClosed && viewer.isReady && (!isAnonymous || isGuest),
    isExpected: checkoutResult === 'success',
    onPaid: () => {
      accessChanged(client, event.id);
      onPaid();
    },
  });
  usePaidToast(isOpen && checkoutResult === 'success' && event.isPaid && event.role !== 'owner');
  const isUnpaid = isKnownUnpaid(outcome);
  useClearCheckoutResult(isOpen || (isClosed && (checkoutResult === 'cancelled' || isUnpaid)));

  if (!isClosed) return null;
  // Most returning guests have paid: show nothing until that is known.
  if (isGuest && checkoutResult === undefined && !isUnpaid) return <div aria-busy="true" />;
  return (
    <Wall
      {...{ event, outcome, checkoutResult, isChecking, isAnonymous }}
      isSignedIn={viewer.user !== null}
      onCheckAgain={checkAgain}
    />
  );
}

/** The way to pay. Anonymous viewers register as a guest first. */
function Wall({
  isSignedIn,
  ...props
}: Omit<ComponentProps<typeof PaymentRequired>, 'onPay'> & { isSignedIn: boolean }) {
  const registration = useGuestRegistration(props.event.id, isSignedIn);
  const pay = (click: MouseEvent) => {
    if (!props.isAnonymous || readGuest()) return;
    click.preventDefault();
    registration.ask();
  };
  return (
    <>
      <PaymentRequired {...props} onPay={pay} />
      {registration.isOpen && (
        <GuestNameDialog
          title="Pay as Guest"
          description="No account needed. The host sees your name beside your payment."
          onClose={registration.close}
          onRegistered={registration.proceed}
        />
      )}
    </>
  );
}

function usePaidToast(hasJustPaid: boolean): void {
  useEffect(() => {
    if (hasJustPaid) toast(toasts.paymentReceived);
  }, [hasJustPaid]);
}

const isKnownUnpaid = (outcome: string | undefined) => outcome !== undefined && outcome !== 'paid';

/** How the viewer came back from the checkout. */
function checkoutResultIn(search: string): 'success' | 'cancelled' | undefined {
  const value = new URLSearchParams(search).get('checkout');
  return value === 'success' || value === 'cancelled' ? value : undefined;
}

/** Removes the result from the URL once it is handled, so that a shared link does not show it to others. */
function useClearCheckoutResult(isHandled: boolean): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const others = String(withParameter(search, 'checkout', null));
  const shouldClear = isHandled && checkoutResultIn(search) !== undefined;
  useEffect(() => {
    if (shouldClear) void navigate({ pathname, search: others }, { replace: true });
  }, [shouldClear, navigate, pathname, others]);
}

/**
 * Registers an anonymous viewer as a guest before the checkout. Opens at once if the checkout sent them here for it, and
 * closes when they sign in instead, in another tab.
 */
function useGuestRegistration(eventId: string, isSignedIn: boolean) {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const isRedirected = (state as { isToPay?: boolean } | null)?.isToPay === true && readGuest() === null;
  const isMounted = useIsMounted();
  const [isRequested, setRequested] = useState(false);
  if (isRequested && isSignedIn) setRequested(false);
  return {
    isOpen: isRequested || (isRedirected && !isSignedIn),
    ask: () => setRequested(true),
    close: () => {
      setRequested(false);
      if (isRedirected) void navigate(pathname, { replace: true });
    },
    // Unless the page was left before the answer.
    proceed: () => void (isMounted() && navigate(paths.checkout(eventId))),
  };
}
