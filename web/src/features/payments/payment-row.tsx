import type { PaymentView } from '../../../../shared/contract/payments.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { formatMoney } from '../../lib/format-money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './payment-row.module.css';
import { payerName, stateNote, STATE_LABELS } from './payment-labels.ts';

type PaymentRowProps = { payment: PaymentView; isRefunding: boolean; onRefund: () => void };

/** One payment in the owner's list. */
export function PaymentRow({ payment, isRefunding, onRefund }: PaymentRowProps) {
  const { label, isWorrying, isFaint } = STATE_LABELS[payment.state];
  const hasFailed = payment.refund === 'failed';
  const note = stateNote(payment);
  const name = payerName(payment);
  return (
    <li className={styles.row} data-faint={isFaint && !hasFailed}>
      <div className={styles.who}>
        <p className={styles.name}>{name}</p>
        <p className={styles.when}>
          {payment.paidByGuestId !== null && 'Guest · '}
          {formatInstant(payment.paidAt ?? payment.createdAt)}
        </p>
      </div>
      <p className={styles.amount}>{formatMoney(payment.amount, payment.currency)}</p>
      <p className={styles.state}>
        <Badge tone={isWorrying ? 'warn' : 'plain'}>{label}</Badge>
        {hasFailed && <Badge tone="warn">Refund failed</Badge>}
      </p>
      {note && <p className={styles.note}>{note}</p>}
      {payment.isRefundable && (
        <Button
          className={styles.refund}
          aria-label={`Refund ${name}`}
          pending={isRefunding}
          onClick={onRefund}
        >
          {isRefunding ? 'Refunding...' : 'Refund'}
        </Button>
      )}
    </li>
  );
}
