import { useQuery } from '@tanstack/react-query';
import ArrowIcon from 'lucide-react/icons/chevron-right';
import { countOf, formatDay } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './join-dialog.module.css';
import { publicEventsQuery } from './queries.ts';

/** Public events to choose from; nothing where there are none or the list does not answer. */
export function PublicEvents() {
  const { data: events, isPending } = useQuery(publicEventsQuery);
  if (!isPending && !events?.length) return null;
  return (
    <section className={styles.public} aria-busy={isPending}>
      <h3>Public events</h3>
      <ul className={styles.list}>
        {events?.map((event) => (
          <li key={event.id}>
            <Link to={paths.event(event.id)}>
              <span>
                <strong>{event.name}</strong>
                <small>
                  {[formatDay(event.date), countOf(event.mediaCount, 'photo')].filter(Boolean).join(' · ')}
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
    </section>
  );
}
