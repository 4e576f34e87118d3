import type { EventView } from '../../../shared/contract/entities.ts';
import { HostPage } from '../features/events/host-page.tsx';
import { Numbers } from '../features/numbers/numbers.tsx';

const about = ({ name }: EventView) => (
  <>
    What came together at <bdi>{name}</bdi>.
  </>
);

/** The page where hosts see the event in numbers. */
export default function NumbersPage() {
  return (
    <HostPage
      title="Numbers"
      region="numbers"
      about={about}
      refusal="You don't have permission to see the numbers of this event."
      width="960px"
    >
      {(event) => <Numbers event={event} />}
    </HostPage>
  );
}
