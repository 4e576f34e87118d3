import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ArchiveSize, ArchiveSizes } from '../../../../shared/contract/downloads.ts';
import { PHOTO_SIZES, type PhotoSize } from '../../../../shared/values/photo-sizes.ts';
import { itemsOfStatus } from '../../changes/media-changes.ts';
import { type ArchiveInput, measureArchive } from './archive-calls.ts';
import { emptyLabel, ownPendingLabel, sizeLabel } from './archive-labels.ts';
import styles from './choose-size.module.css';

const LABELS: Readonly<Record<PhotoSize, string>> = {
  full: 'Full size',
  chat: 'For chats (2,000 px JPEG)',
};

type ChooseSizeProps = ArchiveInput & { onChoose: (size: PhotoSize) => void };

/** Offers the sizes of photos, each with what the download would be. Choosing does not wait for the numbers. */
export function ChooseSize({ onChoose, ...input }: ChooseSizeProps) {
  const sizes = useSizes(input);
  if (sizes?.full.fileCount === 0) return <Nothing eventId={input.eventId} />;
  const hasVideos = typeof sizes === 'object' && sizes?.chat.videoCount !== 0;
  return (
    <div className={styles.choices}>
      {PHOTO_SIZES.map((size) => (
        <button key={size} type="button" className={styles.choice} onClick={() => onChoose(size)}>
          <strong>{LABELS[size]}</strong>
          <span aria-live="polite">{hintOf(sizes, (known) => known[size])}</span>
        </button>
      ))}
      {/* Its room is kept, so that nothing moves when the numbers come. */}
      <p className={styles.note}>{hasVideos && 'For chats, videos come as they play in the gallery.'}</p>
    </div>
  );
}

/** Says that there is nothing yet, and which of the viewer's own items wait. */
function Nothing({ eventId }: Pick<ArchiveInput, 'eventId'>) {
  const waiting = itemsOfStatus(useQueryClient(), eventId, 'pending').filter(({ isOwn }) => isOwn);
  return (
    <output className={styles.note}>
      {emptyLabel(waiting.length)} {ownPendingLabel(waiting.length)}
    </output>
  );
}

function hintOf(sizes: Sizes, pick: (known: ArchiveSizes) => ArchiveSize): string {
  if (sizes === undefined) return 'Counting …';
  return sizes === null ? 'The size is not known right now.' : sizeLabel(pick(sizes));
}

/** Undefined until they are known; null if they cannot be had. */
type Sizes = ArchiveSizes | null | undefined;

function useSizes({ eventId, guest: { guestId, token } }: ArchiveInput): Sizes {
  const [sizes, setSizes] = useState<Sizes>();
  useEffect(() => {
    const asking = new AbortController();
    measureArchive({ eventId, guest: { guestId, token } }, asking.signal).then(
      (known) => !asking.signal.aborted && setSizes(known),
      () => !asking.signal.aborted && setSizes(null),
    );
    return () => asking.abort();
  }, [eventId, guestId, token]);
  return sizes;
}
