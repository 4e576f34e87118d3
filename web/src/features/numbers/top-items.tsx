import HeartIcon from 'lucide-react/icons/heart';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { pluralize } from '../../lib/pluralize.ts';
import { paths } from '../../lib/paths.ts';
import { Picture } from '../../ui/picture.tsx';
import styles from './numbers.module.css';

/** The most voted items, each with a link to its large view. Nothing while there are no votes. */
export function TopItems({ eventId, items }: { eventId: string; items: readonly MediaView[] }) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Most liked</h2>
      <ol className={styles.items}>
        {items.map((item) => (
          <li key={item.id}>
            <Link to={`${paths.event(eventId)}?media=${item.id}`}>
              <Picture media={item} alt={item.kind === 'video' ? 'Video' : 'Photo'} width={240} isLazy />
              <span className={styles.votes}>
                <HeartIcon aria-hidden="true" />
                {pluralize(item.voteCount, 'vote')}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
