import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentView } from '../../../../shared/contract/payments.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TicketDrawing } from '../../ui/drawings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { refundPayment } from './actions.ts';
import { PaymentRow } from './payment-row.tsx';
import styles from './payments-list.module.css';
import { paymentsQuery } from './queries.ts';
import { PaymentTotalsCard } from './payment-totals.tsx';
import { refundableAmount, payerName } from './payment-labels.ts';

type PaymentsListProps = { eventId: string; isPaid: boolean };

/** All payments of an event with their totals. Lets the owner refund them. */
export function PaymentsList({ eventId, isPaid }: PaymentsListProps) {
  const query = useInfiniteQuery(paymentsQuery(eventId));
  const { mutate, isPending, variables } = useMutation(refundPayment(useQueryClient(), eventId));
  const [refunding, setRefunding] = useState<PaymentView>();
  if (query.isPending) return <ListSkeleton />;
  if (!query.data) {
    return (
      <EmptyState
        title="The payments did not come"
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      />
    );
  }
  const { pages } = query.data;
  const payments = pages.flatMap((page) => page.items.payments);
  const totals = pages.at(-1)?.items.totals;
  if (payments.length === 0 || !totals) return <NoPayments isPaid={isPaid} />;
  return (
    <>
      <PaymentTotalsCard totals={totals} />
      <ul className={styles.rows}>
        {payments.map((payment) => (
          <PaymentRow
            key={payment.id}
            payment={payment}
            isRefunding={isPending && variables.id === payment.id}
            onRefund={() => setRefunding(payment)}
          />
        ))}
      </ul>
      <ShowMore list={query} className={styles.more} />
      {refunding && (
        <RefundDialog
          payment={refunding}
          isPending={isPending}
          onConfirm={() => mutate(refunding, { onSettled: () => setRefunding(undefined) })}
          onClose={() => setRefunding(undefined)}
        />
      )}
    </>
  );
}

type RefundDialogProps = {
  payment: PaymentView;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

function RefundDialog({ payment, ...rest }: RefundDialogProps) {
  const money = refundableAmount(payment);
  const consequence = payment.paidByName ? ' They lose access to the photos and videos at once.' : '';
  return (
    <ConfirmDialog
      {...rest}
      title="Refund Payment"
      text={
        <>
          Give {money} back to <bdi>{payerName(payment)}</bdi>?{consequence} The money can take up to ten days
          to arrive. This action cannot be undone.
        </>
      }
      confirm={`Refund ${money}`}
      confirming="Refunding..."
    />
  );
}

function NoPayments({ isPaid }: { isPaid: boolean }) {
  return (
    <EmptyState
      drawing={<TicketDrawing />}
      title="No payments yet"
      text={
        isPaid
          ? 'They appear here as people pay for this event.'
          : 'This event is free: people see it without paying.'
      }
    />
  );
}

/** Shown while the list is loading. */
function ListSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <Skeleton width={180} height={41} />
      {[1, 2, 3].map((key) => (
        <Skeleton key={key} width="100%" height={64} />
      ))}
    </div>
  );
}
