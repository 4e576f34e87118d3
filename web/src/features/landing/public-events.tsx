import { useInfiniteQuery } from '@tanstack/react-query';
import ArrowIcon from 'lucide-react/icons/chevron-right';
import { Link } from 'react-router-dom';
import { formatDay } from '../../../../shared/values/calendar-day.ts';
import { pluralize } from '../../lib/pluralize.ts';
import { paths } from '../../lib/paths.ts';
import { ShowMore } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './join-dialog.module.css';
import { publicEventsQuery } from './queries.ts';

/** Public events to choose from. Keeps its height while loading, so that the field above does not move. */
export function PublicEvents() {
  const query = useInfiniteQuery(publicEventsQuery);
  const { data, isPending, isError } = query;
  const events = data?.pages.flatMap(({ items }) => items);
  return (
    <section className={styles.public} aria-busy={isPending}>
      <h3>Public events</h3>
      {isError && !data && <p className={styles.note}>The list did not load. A link still works.</p>}
      {events?.length === 0 && <p className={styles.note}>There are none at the moment.</p>}
      <ul className={styles.list}>
        {events?.map((event) => (
          <li key={event.id}>
            <Link to={paths.event(event.id)}>
              <span>
                <strong>
                  <bdi>{event.name}</bdi>
                </strong>
                <small>
                  {[formatDay(event.date), pluralize(event.mediaCount, 'photo')].filter(Boolean).join(' · ')}
                </small>
              </span>
              <ArrowIcon />
            </Link>
          </li>
        ))}
        {isPending &&
          ['1', '2', '3'].map((key) => (
            <li key={key} className={styles.placeholder}>
              <Skeleton width="60%" height={18} />
              <Skeleton width="40%" height={14} />
            </li>
          ))}
      </ul>
      <ShowMore list={query} wide />
    </section>
  );
}
