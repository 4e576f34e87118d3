import type { EventView } from '../../../shared/contract/entities.ts';
import { HostPage } from '../features/events/host-page.tsx';
import { PrintCards } from '../features/print/print-cards.tsx';

const about = ({ name }: EventView) => (
  <>
    Cards, tents, posters and signs that lead to <bdi>{name}</bdi>.
  </>
);

/** The page where hosts print what leads guests to the event. */
export default function Print() {
  return (
    <HostPage
      title="Print"
      region="print"
      about={about}
      refusal="You don't have permission to print the cards of this event."
      isReadAgain
    >
      {(event) => <PrintCards event={event} />}
    </HostPage>
  );
}
