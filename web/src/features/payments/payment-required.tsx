import type { MouseEvent, ReactNode } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { paths } from '../../lib/paths.ts';
import { formatPrice } from '../../lib/format-money.ts';
import { Button, ButtonAnchor, ButtonLink } from '../../ui/button.tsx';
import { ClockDrawing, LockDrawing } from '../../ui/drawings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { PaymentOutcome } from './poll-payment-status.ts';
import styles from './payment-required.module.css';

type PaymentRequiredProps = {
  event: Pick<EventView, 'id' | 'price' | 'currency'>;
  /** The state of the viewer's payment; undefined while loading. */
  outcome: PaymentOutcome | undefined;
  /** How the viewer came back from the checkout. */
  checkoutResult: 'success' | 'cancelled' | undefined;
  isChecking: boolean;
  /** Neither signed in nor a guest. */
  isAnonymous: boolean;
  onPay: (event: MouseEvent) => void;
  onCheckAgain: () => void;
};

/** Shown instead of the photos of an event that the viewer has to pay for first. */
export function PaymentRequired(props: PaymentRequiredProps) {
  const { outcome, checkoutResult, isChecking } = props;
  return (
    <div aria-live="polite">
      {outcome === 'paid' || (outcome === undefined && checkoutResult === 'success') ? (
        <StatusMessage
          title="Confirming Your Payment"
          text="This takes a few seconds. The gallery opens by itself."
        >
          <span className={styles.waiting}>
            <Spinner />
          </span>
        </StatusMessage>
      ) : outcome === 'processing' ? (
        <StatusMessage
          title="Your Payment Is on Its Way"
          text="Your bank can take a few days to send it. The gallery opens as soon as it has arrived, and there is nothing more for you to do."
        >
          <Button onClick={props.onCheckAgain} pending={isChecking}>
            Check Again
          </Button>
        </StatusMessage>
      ) : outcome === 'late' ? (
        <StatusMessage
          title="Not Confirmed Yet"
          text="Your payment takes longer than usual to be confirmed. You will not be charged twice."
        >
          <ButtonLink to={paths.checkout(props.event.id)}>Check Again</ButtonLink>
        </StatusMessage>
      ) : (
        <Unpaid {...props} />
      )}
    </div>
  );
}

const REASONS: Partial<Record<PaymentOutcome, string>> = {
  failed: 'Your last payment did not arrive, and nothing was charged. You can try again or pay another way.',
  refunded: 'Your payment was given back to you, so the photos and videos are closed again.',
  disputed: 'Your bank took your payment back, so the photos and videos are closed again.',
};

function Unpaid({ event, outcome, checkoutResult, isAnonymous, onPay }: PaymentRequiredProps) {
  const defaultText =
    checkoutResult === 'cancelled'
      ? 'You left the checkout, and nothing was charged. The photos and videos open once the event is paid.'
      : 'This is a paid event. Its photos and videos open once it is paid.';
  return (
    <EmptyState
      drawing={<LockDrawing />}
      title="Payment Required"
      text={(outcome && REASONS[outcome]) ?? defaultText}
      action={
        <div className={styles.actions}>
          <ButtonLink variant="primary" size="large" to={paths.checkout(event.id)} onClick={onPay}>
            Pay {formatPrice(event)} to Access
          </ButtonLink>
          {isAnonymous && (
            <ButtonAnchor variant="quiet" href={paths.login(paths.event(event.id))}>
              Paid with an account? Log in
            </ButtonAnchor>
          )}
        </div>
      }
    />
  );
}

function StatusMessage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return <EmptyState drawing={<ClockDrawing />} title={title} text={text} action={children} />;
}
