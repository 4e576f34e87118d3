import { type ReactNode, useId } from 'react';
import type { EventNumbers } from '../../../../shared/contract/numbers.ts';
import { formatCount } from '../../../../shared/values/count-text.ts';
import styles from './downloads.module.css';

const inPeople = (count: number): string => (count === 1 ? '1 person' : `${formatCount(count)} people`);

/** How many have the photos: those who downloaded all, and what was saved one by one. */
export function Downloads({ downloads: { all, single } }: Pick<EventNumbers, 'downloads'>) {
  const id = useId();
  const isNone = all.people === 0 && single.times === 0;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Downloads</h2>
      {isNone ? (
        <p className={styles.none}>None yet. Everybody who sees the gallery finds Download All there.</p>
      ) : (
        <ul className={styles.downloads}>
          <Counted
            count={all.people}
            what={all.people === 1 ? 'person downloaded all' : 'people downloaded all'}
          >
            {all.people > 0 && sizesOf(all)}
          </Counted>
          <Counted count={single.times} what={single.times === 1 ? 'single download' : 'single downloads'}>
            {single.people > 0 && `by ${inPeople(single.people)}`}
          </Counted>
        </ul>
      )}
      <p className={styles.how}>
        A person counts once, however often they press; single downloads count each time. People without a
        name count once per network and day. The owner does not count.
      </p>
    </section>
  );
}

/** `"21 at full size, 17 for chats"`: who took both is in both. */
function sizesOf({ full, chat }: EventNumbers['downloads']['all']): string {
  return [full > 0 && `${formatCount(full)} at full size`, chat > 0 && `${formatCount(chat)} for chats`]
    .filter(Boolean)
    .join(', ');
}

function Counted({ count, what, children }: { count: number; what: string; children: ReactNode }) {
  return (
    <li>
      <strong>{formatCount(count)}</strong> {what}
      {children && <span className={styles.more}>{children}</span>}
    </li>
  );
}
