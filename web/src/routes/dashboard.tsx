import PlusIcon from 'lucide-react/icons/plus';
import { EventList } from '../features/events/event-list.tsx';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { useScreenSession } from '../lib/use-session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { RegionBoundary } from '../ui/region-boundary.tsx';
import styles from './dashboard.module.css';

/** A host's home: a greeting and all events. */
export default function Dashboard() {
  const { user } = useScreenSession();
  usePageTitle('My Events');
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>
          {/* Keeps its height while the name is loading. */}
          {user ? (
            <>
              Hi <bdi>{user.firstName || 'there'}</bdi>
            </>
          ) : (
            '\u00a0'
          )}
        </h1>
        <ButtonLink to={paths.create} variant="primary">
          <PlusIcon />
          Create Event
        </ButtonLink>
      </header>
      <RegionBoundary region="events">
        <EventList isReady={user !== null} />
      </RegionBoundary>
    </div>
  );
}
