import { useQuery } from '@tanstack/react-query';
import type { EventView } from '../../../../shared/contract/entities.ts';
import type { EventNumbers } from '../../../../shared/contract/numbers.ts';
import { formatCount } from '../../../../shared/values/count-text.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PrintsDrawing } from '../../ui/drawings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BarChart } from './bar-chart.tsx';
import { barsOf } from './bars.ts';
import { Downloads } from './downloads.tsx';
import styles from './numbers.module.css';
import { numbersQuery } from './queries.ts';
import { Senders } from './senders.tsx';
import { SharePicture } from './share-picture.tsx';
import { TopItems } from './top-items.tsx';
import { guestsOf, totalsOf } from './totals.ts';

type OfEvent = { event: Pick<EventView, 'id' | 'name' | 'date'> };

/** What came together at an event, in numbers. */
export function Numbers({ event }: OfEvent) {
  const { data, isPending, isFetching, refetch } = useQuery(numbersQuery(event.id));
  if (isPending) return <NumbersSkeleton />;
  if (!data) return <LoadError what="numbers" isTrying={isFetching} onRetry={() => void refetch()} />;
  if (data.itemCount === 0) {
    return (
      <EmptyState
        drawing={<PrintsDrawing />}
        title="Nothing to count yet"
        text="Once guests add photos, this page shows how many came, when, and which are liked most."
        action={<ButtonLink to={paths.event(event.id)}>View Event Gallery</ButtonLink>}
      />
    );
  }
  return <Counted event={event} numbers={data} />;
}

function Counted({ event, numbers }: OfEvent & { numbers: EventNumbers }) {
  const bars = barsOf(numbers);
  // The release before, which may run beside this one, does not answer it.
  const { downloads }: Partial<Pick<EventNumbers, 'downloads'>> = numbers;
  return (
    <div className={styles.numbers}>
      <Totals numbers={numbers} />
      {bars && (
        <div className={styles.pair}>
          <BarChart title="Uploads" bars={bars} of="items" noun="upload" />
          <BarChart title="New guests" bars={bars} of="people" noun="guest" note={outside(bars)} />
        </div>
      )}
      <TopItems eventId={event.id} items={numbers.topItems} />
      <div className={styles.pair}>
        <Senders senders={numbers.senders} />
        {downloads && <Downloads downloads={downloads} />}
      </div>
      <SharePicture event={event} numbers={numbers} />
      <p className={styles.note}>
        As of {formatInstant(numbers.asOf)}. What waits for approval is counted, what was rejected is not.
        {numbers.photoCount === null &&
          ' Of so large a gallery, times and names are those of the first uploads.'}
      </p>
    </div>
  );
}

function outside({ peopleBefore, peopleAfter }: { peopleBefore: number; peopleAfter: number }) {
  const parts = [
    peopleBefore > 0 && `${formatCount(peopleBefore)} came before the first upload`,
    peopleAfter > 0 && `${formatCount(peopleAfter)} after the last`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', ')}.` : undefined;
}

function Totals({ numbers }: { numbers: EventNumbers }) {
  return (
    <ul className={styles.totals} aria-label="Totals">
      {[...totalsOf(numbers), guestsOf(numbers)].map(([count, noun]) => (
        <li key={noun}>
          <strong>{count}</strong> {noun}
        </li>
      ))}
    </ul>
  );
}

function NumbersSkeleton() {
  return (
    <div className={styles.numbers} aria-busy="true">
      <div className={styles.totals}>
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} width={96} height={72} />
        ))}
      </div>
      <div className={styles.pair}>
        {[1, 2].map((key) => (
          <Skeleton key={key} width="100%" height={240} />
        ))}
      </div>
    </div>
  );
}
