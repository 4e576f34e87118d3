import { PaymentsList } from '../features/payments/payments-list.tsx';
import { HostPage } from '../features/events/host-page.tsx';

/** The page where the owner sees and refunds payments. */
export default function Payments() {
  return (
    <HostPage
      title="Payments"
      region="payments"
      isOwners
      about={(event) => event.name}
      refusal="You don't have permission to see the payments of this event."
      width="960px"
    >
      {(event) => <PaymentsList eventId={event.id} isPaid={event.isPaid} />}
    </HostPage>
  );
}
