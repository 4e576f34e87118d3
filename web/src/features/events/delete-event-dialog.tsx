import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import type { PaymentTotals } from '../../../../shared/contract/payments.ts';
import { toastFor, toasts } from '../../../../shared/messages.ts';
import { changedElsewhere } from '../../changes/event-changes.ts';
import { CallError, messageOf } from '../../lib/call.ts';
import { formatMoney } from '../../lib/format-money.ts';
import { hostPaths } from '../../lib/host-paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';
import { useIsMounted } from '../../ui/use-is-mounted.ts';
import { deleteEvent } from './actions.ts';
import styles from './delete-event-dialog.module.css';

type DeleteEventDialogProps = {
  event: Pick<EventView, 'id' | 'name' | 'isPaid'>;
  readTotals: () => Promise<PaymentTotals | undefined>;
  onClose: () => void;
  /** Must leave the event's page, which no longer exists. Not called if that was left before. */
  onDeleted: () => void;
};

/** Confirms the deletion of an event and everything in it, a second time if people have paid for it. */
export default function DeleteEventDialog({ event, readTotals, onClose, onDeleted }: DeleteEventDialogProps) {
  const client = useQueryClient();
  const isMounted = useIsMounted();
  const { mutateAsync } = useMutation(deleteEvent(client, event.id));
  const [isPending, setPending] = useState(false);
  const [paymentWarning, setPaymentWarning] = useState<{ totals: PaymentTotals | undefined }>();

  const remove = async () => {
    setPending(true);
    try {
      const totals = event.isPaid && !paymentWarning ? await readTotals().catch(() => undefined) : undefined;
      if (totals && totals.net > 0) return setPaymentWarning({ totals });
      await mutateAsync({ despitePayments: paymentWarning !== undefined });
      toast(toasts.eventDeleted);
      if (isMounted()) onDeleted();
      // Whoever has come back meanwhile sees that it is gone; whoever is elsewhere stays there.
      else changedElsewhere(client, event.id);
    } catch (error) {
      // Somebody has paid in the meantime, or the totals failed to load.
      if (error instanceof CallError && error.code === 'has_payments')
        setPaymentWarning({ totals: undefined });
      else toastFailure(error, toastFor.deleteFailed(messageOf(error, 'Failed to delete event')));
    } finally {
      setPending(false);
    }
  };
  const question: QuestionProps = { isPending, onConfirm: () => void remove(), onClose };
  if (paymentWarning) return <PaidQuestion {...question} eventId={event.id} totals={paymentWarning.totals} />;
  return (
    <Question
      {...question}
      title="Delete Event"
      text={
        <>
          Are you sure you want to delete “<bdi>{event.name}</bdi>”? Its photos and videos go with it. This
          action cannot be undone.
        </>
      }
      confirm="Delete"
    />
  );
}

type QuestionProps = { isPending: boolean; onConfirm: () => void; onClose: () => void };
type PaidQuestionProps = QuestionProps & { eventId: string; totals: PaymentTotals | undefined };

/** The second confirmation, because people have paid. */
function PaidQuestion({ eventId, totals, ...question }: PaidQuestionProps) {
  return (
    <Question
      {...question}
      key="paid"
      title="Delete Paid Event"
      text={`${paidSummary(totals)} If you delete this event, they lose access to it, and nothing is refunded automatically.`}
      confirm="Delete Without Refunds"
    >
      <ButtonLink to={hostPaths.payments(eventId)} className={styles.payments}>
        See Payments
      </ButtonLink>
    </Question>
  );
}

function paidSummary(totals: PaymentTotals | undefined): string {
  if (!totals) return 'People have paid for this event.';
  const { accessCount, currency, net } = totals;
  const people = accessCount === 1 ? '1 person' : `${accessCount} people`;
  return `${people} paid ${formatMoney(net, currency)} for this event.`;
}

type TextProps = { title: string; text: ReactNode; confirm: string; children?: ReactNode };

function Question({ title, text, confirm, children, ...question }: QuestionProps & TextProps) {
  const { isPending, onConfirm, onClose } = question;
  return (
    <Dialog
      kind="alert"
      width="narrow"
      title={title}
      description={text}
      onClose={onClose}
      dismissible={!isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button variant="danger" onClick={onConfirm} pending={isPending}>
            {isPending ? 'Deleting...' : confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
