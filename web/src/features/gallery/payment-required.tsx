import type { EventView } from '../../../../shared/contract/entities.ts';
import { formatDollars } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { LockDrawing } from '../../ui/drawings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** In place of the photos of an event that has to be paid for first. */
export default function PaymentRequired({ event }: { event: Pick<EventView, 'id' | 'price'> }) {
  return (
    <EmptyState
      drawing={<LockDrawing />}
      title="Payment Required"
      text="This is a paid event. Its photos and videos open once it is paid."
      action={
        <ButtonLink variant="primary" size="large" to={paths.checkout(event.id)}>
          Pay {formatDollars(event.price)} to Access
        </ButtonLink>
      }
    />
  );
}
