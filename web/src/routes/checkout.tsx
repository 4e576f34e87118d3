import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { EventView } from '../../../shared/contract/entities.ts';
import { messages, toasts } from '../../../shared/messages.ts';
import { CheckoutCard } from '../features/payments/checkout-card.tsx';
import type { CheckoutResult } from '../features/payments/start-checkout.ts';
import { useCheckout } from '../features/payments/use-checkout.ts';
import { eventQuery } from '../features/events/queries.ts';
import EventError from '../features/events/event-error.tsx';
import { guestFields, useGuest, writeGuest } from '../lib/guest-credentials.ts';
import { useEventId } from '../lib/match-path.ts';
import { useNavigate } from '../lib/use-navigate.ts';
import { paths } from '../lib/paths.ts';
import { formatPrice } from '../lib/format-money.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { toast } from '../ui/toast-store.ts';

/** Redirects to the payment provider's checkout. */
export default function Checkout() {
  const eventId = useEventId();
  const { data: event, error, isPending, refetch } = useQuery(eventQuery(eventId));
  const [isReadAgain, setReadAgain] = useState(false);
  usePageTitle(event ? `Checkout - ${event.name}` : 'Checkout');
  if (isPending || isReadAgain) return <CheckoutCard title="Loading event details..." isBusy />;
  if (!event) return <EventError error={error} />;
  // A checkout for a free event is refused: only the event can have changed, so reload that.
  const readAgain = async () => {
    setReadAgain(true);
    await refetch();
    setReadAgain(false);
  };
  return <EventCheckout event={event} onReadAgain={() => void readAgain()} />;
}

function EventCheckout({ event, onReadAgain }: { event: EventView; onReadAgain: () => void }) {
  const isSignedIn = event.role !== 'anonymous';
  const credentials = useGuest();
  const hasPrice = event.isPaid && event.price !== null;
  const isStranger = !isSignedIn && credentials === null;
  const { result, retry } = useCheckout({
    eventId: event.id,
    guest: isSignedIn ? {} : guestFields(credentials),
    isEnabled: hasPrice && !isStranger,
  });
  useFollowAnswer({ event, answer: result, isStranger: hasPrice && isStranger });

  if (!hasPrice) {
    return <CheckoutProblem event={event} text={messages.notPaidEvent} onTryAgain={onReadAgain} />;
  }
  if (result?.kind === 'problem') {
    return <CheckoutProblem event={event} text={result.text} onTryAgain={retry} />;
  }
  if (result?.kind === 'processing') return <PaymentProcessing event={event} />;
  return (
    <CheckoutCard title="Redirecting to Checkout" eventName={event.name} isBusy>
      Amount: {formatPrice(event)}
    </CheckoutCard>
  );
}

type FollowAnswerInput = { event: EventView; answer: CheckoutResult | undefined; isStranger: boolean };

/** Navigates according to the checkout's result. */
function useFollowAnswer({ event, answer, isStranger }: FollowAnswerInput): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const goBack = useEffectEvent((state?: { isToPay: boolean }) =>
    navigate.to(paths.event(event.id), { replace: true, state }),
  );
  const goOn = useEffectEvent((found: CheckoutResult | undefined) => {
    if (found?.kind === 'go') {
      // Replaces this page, so that Back leads to the event and not to another redirect.
      location.replace(found.url);
    } else if (found?.kind === 'paid') {
      void client.invalidateQueries({ queryKey: ['/api/events', event.id] });
      toast(toasts.alreadyPaid);
      goBack();
    } else if (found?.kind === 'stranger') {
      writeGuest(null);
      void client.invalidateQueries({ queryKey: ['/api/events', event.id] });
      goBack({ isToPay: true });
    }
  });
  useEffect(() => goOn(answer), [answer]);
  useEffect(() => {
    if (isStranger) goBack({ isToPay: true });
  }, [isStranger]);
  // Restored from the back/forward cache, this page would still show the redirect.
  useEffect(() => {
    const comeBack = (shown: PageTransitionEvent) => {
      if (shown.persisted) goBack();
    };
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, []);
}

type CheckoutProblemProps = { event: EventView; text: string; onTryAgain: () => void };

function CheckoutProblem({ event, text, onTryAgain }: CheckoutProblemProps) {
  return (
    <CheckoutCard
      title="Checkout Error"
      eventName={event.name}
      actions={
        <>
          <ButtonLink to={paths.event(event.id)}>Back to Event</ButtonLink>
          <Button variant="primary" onClick={onTryAgain}>
            Try Again
          </Button>
        </>
      }
    >
      {text}
    </CheckoutCard>
  );
}

function PaymentProcessing({ event }: { event: EventView }) {
  return (
    <CheckoutCard
      title="Your Payment Is on Its Way"
      eventName={event.name}
      actions={
        <ButtonLink variant="primary" to={paths.event(event.id)}>
          Back to Event
        </ButtonLink>
      }
    >
      Your bank can take a few days to send it. There is nothing more for you to do.
    </CheckoutCard>
  );
}
