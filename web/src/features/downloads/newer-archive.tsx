import { useEffect, useState } from 'react';
import type { ArchiveView } from '../../../../shared/contract/downloads.ts';
import { Button } from '../../ui/button.tsx';
import { asOfLabel, newerFromLabel } from './archive-labels.ts';
import styles from './download-dialog.module.css';

/** Says of when a ready archive is, if there is more by now, and has a newer one made as soon as that may be. */
export function NewerArchive({ view, onMakeNew }: { view: ArchiveView; onMakeNew: () => void }) {
  const now = useNowUntil(view.newerFrom);
  const label = asOfLabel(view, now);
  if (label === undefined || view.newerFrom === null) return null;
  const mayBegin = Date.parse(view.newerFrom) <= now.getTime();
  return (
    <div className={styles.newer}>
      <p>
        {label} {!mayBegin && newerFromLabel(view.newerFrom, now)}
      </p>
      {mayBegin && <Button onClick={onMakeNew}>Make a new one</Button>}
    </div>
  );
}

/** The time as of the last change of `instant`, and again once that has passed. */
function useNowUntil(instant: string | null): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (instant === null) return undefined;
    // Timers may end a little early.
    const timer = setTimeout(() => setNow(new Date()), Math.max(0, Date.parse(instant) - Date.now()) + 50);
    return () => clearTimeout(timer);
  }, [instant]);
  return now;
}
