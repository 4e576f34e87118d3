import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { toasts } from '../../../../shared/messages.ts';
import { PaymentRequired } from '../../features/payments/payment-required.tsx';
import { usePaymentOutcome } from '../../features/payments/use-payment-outcome.ts';
import { readGuest } from '../../lib/guest-credentials.ts';
import { useNavigate } from '../../lib/use-navigate.ts';
import { paths } from '../../lib/paths.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';

const GuestNameDialog = lazyDialog(() => import('../../features/guests/guest-name-dialog.tsx'));

type PaymentWallProps = {
  event: EventView;
  viewer: Pick<Viewer, 'guest' | 'isKnown'>;
  /** The visitor may not see the photos. */
  isClosed: boolean;
  /** The photos are shown, so a visitor who comes back from the checkout has paid. */
  isOpen: boolean;
  /** Called when it turns out that the visitor, a guest, has paid. */
  onPaid: () => void;
};

/** Shown instead of a paid event's photos. Also handles the return from the checkout. */
export default function PaymentWall({ event, viewer, isClosed, isOpen, onPaid }: PaymentWallProps) {
  const client = useQueryClient();
  const { search } = useLocation();
  const [returned] = useState(() => returnIn(search));
  const { guest } = viewer;
  const isStranger = event.role === 'anonymous';
  const isGuest = isStranger && guest.guestId !== undefined;
  const { outcome, isChecking, checkAgain } = usePaymentOutcome({
    eventId: event.id,
    guest,
    isEnabled: isClosed && viewer.isKnown && (!isStranger || isGuest),
    isExpected: returned === 'success',
    onPaid: () => {
      void client.invalidateQueries({ queryKey: ['/api/events', event.id] });
      onPaid();
    },
  });
  const naming = useGuestRegistration(event.id);

  const isThanked = isOpen && returned === 'success' && event.isPaid && event.role !== 'owner';
  useEffect(() => {
    if (isThanked) toast(toasts.paymentReceived);
  }, [isThanked]);
  const isRefused = isClosed && (returned === 'cancelled' || (outcome !== undefined && outcome !== 'paid'));
  useClearReturnParameter(isOpen || isRefused);

  if (!isClosed) return null;
  // Most returning guests have paid: show nothing until that is known.
  if (isGuest && returned === undefined && (outcome === undefined || outcome === 'paid')) {
    return <div aria-busy="true" />;
  }
  const pay = (press: MouseEvent) => {
    if (!isStranger || readGuest()) return;
    press.preventDefault();
    naming.ask();
  };
  return (
    <>
      <PaymentRequired
        {...{ event, outcome, returned, isChecking, isAnonymous: isStranger }}
        onPay={pay}
        onCheckAgain={checkAgain}
      />
      {naming.isAsked && (
        <GuestNameDialog
          title="Pay as Guest"
          description="No account needed. The host sees your name beside your payment."
          onClose={naming.close}
          onRegistered={naming.goOn}
        />
      )}
    </>
  );
}

/** How the visitor came back from the checkout. */
function returnIn(search: string): 'success' | 'cancelled' | undefined {
  const told = new URLSearchParams(search).get('checkout');
  return told === 'success' || told === 'cancelled' ? told : undefined;
}

/** Removes the result from the URL once it is handled, so that a shared link does not show it to others. */
function useClearReturnParameter(isTold: boolean): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isOver = isTold && search !== '';
  useEffect(() => {
    if (isOver) navigate.to(pathname, { replace: true });
  }, [isOver, navigate, pathname]);
}

/** Registers an anonymous visitor as a guest before the checkout. Opens at once if the checkout sent them here for it. */
function useGuestRegistration(eventId: string) {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const isSent = (state as { isToPay?: boolean } | null)?.isToPay === true && readGuest() === null;
  const [isWished, setWished] = useState(false);
  return {
    isAsked: isWished || isSent,
    ask: () => setWished(true),
    close: () => {
      setWished(false);
      if (isSent) navigate.to(pathname, { replace: true });
    },
    goOn: () => navigate.to(paths.checkout(eventId)),
  };
}
