import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { EventView } from '../../../shared/contract/entities.ts';
import { messages, toasts } from '../../../shared/messages.ts';
import { accessChanged } from '../changes/event-changes.ts';
import { CheckoutCard } from '../features/payments/checkout-card.tsx';
import type { CheckoutResult } from '../features/payments/start-checkout.ts';
import { useCheckout } from '../features/payments/use-checkout.ts';
import { eventQuery } from '../features/events/queries.ts';
import EventError from '../features/events/event-error.tsx';
import { isRefusal } from '../lib/call.ts';
import { guestFields, useGuest, writeGuest } from '../lib/guest-credentials.ts';
import { paths } from '../lib/paths.ts';
import { formatPrice } from '../lib/format-money.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { useScreenSession } from '../lib/use-session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { toast } from '../ui/toast-store.ts';

/** Redirects to the payment provider's checkout. */
export default function Checkout() {
  const { eventId = '' } = useParams();
  const { data: event, error, isPending, refetch } = useQuery(eventQuery(eventId));
  const [isReloading, setReloading] = useState(false);
  usePageTitle(event ? `Checkout - ${event.name}` : 'Checkout');
  if (isPending || isReloading) return <CheckoutCard title="Loading event details..." isBusy />;
  if (!event || isRefusal(error)) return <EventError error={error} />;
  // A checkout for a free event is refused: only the event can have changed, so reload that.
  const reload = async () => {
    setReloading(true);
    await refetch();
    setReloading(false);
  };
  return <EventCheckout event={event} onReload={() => void reload()} />;
}

function EventCheckout({ event, onReload }: { event: EventView; onReload: () => void }) {
  const isSignedIn = event.role !== 'anonymous';
  const credentials = useGuest();
  const hasPrice = event.isPaid && event.price !== null;
  const isAnonymous = !isSignedIn && credentials === null;
  const { user } = useScreenSession();
  const { person, isOther } = usePayer(isSignedIn ? user?.id : credentials?.id);
  const { result, retry } = useCheckout({
    eventId: event.id,
    guest: isSignedIn ? {} : guestFields(credentials),
    person,
    isEnabled: hasPrice && person !== undefined && !isOther,
  });
  useFollowResult({ event, result, isAnonymous: hasPrice && isAnonymous, isOther });

  if (!hasPrice) {
    return <CheckoutProblem event={event} text={messages.notPaidEvent} onTryAgain={onReload} />;
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

/** Who is to pay, and whether that is somebody else than whose press has opened the page. */
function usePayer(person: string | undefined) {
  const [first, setFirst] = useState(person);
  if (first === undefined && person !== undefined) setFirst(person);
  return { person, isOther: first !== undefined && person !== first };
}

type FollowResultInput = {
  event: EventView;
  result: CheckoutResult | undefined;
  isAnonymous: boolean;
  /** The checkout was asked for by somebody else. */
  isOther: boolean;
};

/** Navigates according to the checkout's result. */
function useFollowResult({ event, result, isAnonymous, isOther }: FollowResultInput): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const goBack = useEffectEvent(
    (state?: { isToPay: boolean }) => void navigate(paths.event(event.id), { replace: true, state }),
  );
  const follow = useEffectEvent((result: CheckoutResult | undefined) => {
    if (result?.kind === 'go') {
      // Replaces this page, so that Back leads to the event and not to another redirect.
      location.replace(result.url);
    } else if (result?.kind === 'paid') {
      accessChanged(client, event.id);
      toast(toasts.alreadyPaid);
      goBack();
    } else if (result?.kind === 'stranger') {
      writeGuest(null);
      accessChanged(client, event.id);
      goBack({ isToPay: true });
    }
  });
  useEffect(() => follow(result), [result]);
  useEffect(() => {
    if (isAnonymous) goBack({ isToPay: true });
    else if (isOther) goBack();
  }, [isAnonymous, isOther]);
  // Restored from the back/forward cache, this page would still show the redirect.
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) goBack();
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
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
