import GlobeIcon from 'lucide-react/icons/globe';
import LinkIcon from 'lucide-react/icons/link-2';
import LockIcon from 'lucide-react/icons/lock';
import { Link } from 'react-router-dom';
import type { EventView, Privacy } from '../../../../shared/contract/entities.ts';
import { formatDay } from '../../../../shared/values/calendar-day.ts';
import { pluralize } from '../../lib/pluralize.ts';
import { privacyLabel } from '../../lib/privacy-label.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './event-card.module.css';

const icons = { private: LockIcon, unlisted: LinkIcon, public: GlobeIcon } satisfies Record<Privacy, unknown>;

/** One event on the dashboard, styled like an invitation. */
export function EventCard({ event }: { event: EventView }) {
  const PrivacyIcon = icons[event.privacy];
  return (
    <Link to={paths.event(event.id)} className={styles.card}>
      <p className={styles.date}>{formatDay(event.date) ?? 'No date set'}</p>
      <h2 className={styles.name}>{event.name}</h2>
      {event.description && <p className={styles.description}>{event.description}</p>}
      <p className={styles.facts}>
        <span className={styles.badges}>
          <Badge>
            <PrivacyIcon />
            {privacyLabel(event.privacy)}
          </Badge>
          {event.role === 'co-host' && <Badge>Co-host</Badge>}
        </span>
        <span>{pluralize(event.mediaCount, 'photo')}</span>
      </p>
    </Link>
  );
}

export function EventCardSkeleton() {
  return (
    <div className={styles.card}>
      <Skeleton width="40%" height={16} />
      <Skeleton width="80%" height={30} />
      <Skeleton width="100%" height={16} />
      <div className={styles.facts}>
        <Skeleton width={84} height={22} borderRadius={999} />
        <Skeleton width={64} height={16} />
      </div>
    </div>
  );
}
