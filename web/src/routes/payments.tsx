import { PaymentsList } from '../features/payments/payments-list.tsx';
import { OwnerPage } from '../features/events/owner-page.tsx';

/** The page where the owner sees and refunds payments. */
export default function Payments() {
  return (
    <OwnerPage
      title="Payments"
      region="payments"
      about={(event) => event.name}
      refusal="You don't have permission to see the payments of this event."
      width="960px"
    >
      {(event) => <PaymentsList eventId={event.id} isPaid={event.isPaid} />}
    </OwnerPage>
  );
}
