import { useEffect, useState } from 'react';
import styles from './moderate-all.module.css';
import { takeUnfinishedRejection } from './unfinished-rejection.ts';

/** Says once that the page was closed before Reject All was done, if there still is something that waits. */
export function UnfinishedRejectionNotice({ eventId, isWaiting }: { eventId: string; isWaiting: boolean }) {
  const [isUnfinished, setUnfinished] = useState(false);
  useEffect(() => {
    void takeUnfinishedRejection(eventId).then((isNoted) => isNoted && setUnfinished(true));
  }, [eventId]);
  return (
    <output className={styles.unfinished}>
      {isUnfinished &&
        isWaiting &&
        'The page was closed before Reject All was done. What it did not reject still waits below.'}
    </output>
  );
}
