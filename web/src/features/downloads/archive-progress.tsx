import { useLayoutEffect, useRef } from 'react';
import type { ArchiveView } from '../../../../shared/contract/downloads.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import {
  archiveLabels,
  emptyLabel,
  leftOutLabel,
  ownPendingLabel,
  refusalLabels,
  setAsideLabel,
  WAITING_LABELS,
} from './archive-labels.ts';
import { NewerArchive } from './newer-archive.tsx';
import styles from './download-dialog.module.css';
import type { useArchive, WaitingFor } from './use-archive.ts';

type ArchiveProgressProps = Pick<ReturnType<typeof useArchive>, 'view' | 'waitingFor' | 'makeNew'>;

/**
 * How far an archive is, or why none is made. What can be focused and what is read out stay the same elements whichever
 * it is: neither is lost on the way.
 */
export function ArchiveProgress({ view, waitingFor, makeNew }: ArchiveProgressProps) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The button that was pressed for it is gone.
    if (document.activeElement === document.body) content.current?.focus();
  }, []);
  const isReady = view?.state === 'ready';
  const isEmpty = isReady && view.fileCount === 0;
  const isRefused = typeof waitingFor === 'object';
  const { facts, doing, share } = archiveLabels(view);
  const news = newsOf(view, waitingFor);
  const startNew = () => {
    // The button goes, and the focus with it.
    content.current?.focus();
    makeNew();
  };
  return (
    <div ref={content} tabIndex={-1} className={styles.progress}>
      {!isRefused && !isEmpty && (
        <>
          <p className={styles.facts}>{facts}</p>
          <ProgressBar label="Preparing the download" share={share} />
        </>
      )}
      <p className={styles.doing}>
        {news === undefined && doing}
        <output>{news}</output>
      </p>
      {isReady && !isRefused && <NewerArchive key={view.id} view={view} onMakeNew={startNew} />}
      <Hints view={view} waitingFor={waitingFor} />
    </div>
  );
}

/** What is read out; undefined while there is nothing but progress. */
function newsOf(view: ArchiveView | undefined, waitingFor: WaitingFor | undefined): string | undefined {
  if (typeof waitingFor === 'object') {
    const { reason, from } = refusalLabels(waitingFor);
    return `${reason} ${from}`;
  }
  if (waitingFor) return WAITING_LABELS[waitingFor];
  if (view?.state !== 'ready') return undefined;
  return view.fileCount === 0 ? emptyLabel(view.ownPending) : archiveLabels(view).doing;
}

function Hints({ view, waitingFor }: Pick<ArchiveProgressProps, 'view' | 'waitingFor'>) {
  const isReady = view?.state === 'ready';
  const going = isReady
    ? 'It is in your browser’s downloads. If the connection breaks, it goes on from where it was.'
    : 'You can close this: it goes on being prepared, and Download All finds it again.';
  const isEmpty = isReady && view.fileCount === 0;
  const hints =
    typeof waitingFor === 'object'
      ? [refusalLabels(waitingFor).hint]
      : [!isEmpty && going, !isEmpty && leftOutLabel(view?.leftOut ?? 0), setAsideLabel(view?.setAside ?? 0)];
  return [...hints, ownPendingLabel(view?.ownPending ?? 0)].map(
    (hint) =>
      hint && (
        <p key={hint} className={styles.hint}>
          {hint}
        </p>
      ),
  );
}
