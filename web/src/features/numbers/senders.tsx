import { useId } from 'react';
import type { EventNumbers } from '../../../../shared/contract/numbers.ts';
import { pluralize } from '../../lib/pluralize.ts';
import styles from './numbers.module.css';

/** Who sent most, each with a bar that compares them. */
export function Senders({ senders }: Pick<EventNumbers, 'senders'>) {
  const id = useId();
  const most = senders[0]?.itemCount ?? 0;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Who sent most</h2>
      <ol className={styles.senders}>
        {senders.map((sender) => (
          <li key={sender.id}>
            <bdi className={styles.name}>{sender.name ?? 'Someone who left'}</bdi>
            <span className={styles.count}>{pluralize(sender.itemCount, 'upload')}</span>
            <span
              className={styles.share}
              style={{ width: `${(100 * sender.itemCount) / most}%` }}
              aria-hidden="true"
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
