import DownloadIcon from 'lucide-react/icons/download';
import FilmIcon from 'lucide-react/icons/film';
import ImageOffIcon from 'lucide-react/icons/image-off';
import { useId } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { IconAnchor } from '../../ui/icon-anchor.tsx';
import { Picture } from '../../ui/picture.tsx';
import styles from './contribution-row.module.css';
import { statusOf } from './contribution-status.ts';

type ContributionRowProps = {
  item: MediaView;
  isHost: boolean;
  isChosen: boolean;
  /** They are being deleted. */
  isLocked: boolean;
  downloadHref: string;
  onChoose: (isChosen: boolean) => void;
};

/** One upload: what became of it, with a box to choose it and its original to download. */
export function ContributionRow(props: ContributionRowProps) {
  const { item, isHost, isChosen, isLocked, downloadHref, onChoose } = props;
  const id = useId();
  const name = item.originalName ?? 'this file';
  const { tone, text } = statusOf(item, isHost);
  return (
    <li className={styles.row} data-chosen={isChosen} tabIndex={-1}>
      <input
        id={id}
        type="checkbox"
        checked={isChosen}
        aria-describedby={`${id}status`}
        // Not `disabled`, which would drop the focus.
        aria-disabled={isLocked || undefined}
        onChange={({ target }) => !isLocked && onChoose(target.checked)}
      />
      <span className={styles.frame}>
        <Thumbnail item={item} />
      </span>
      <div className={styles.words}>
        <label htmlFor={id}>
          <bdi>{name}</bdi>
        </label>
        <p id={`${id}status`} data-tone={tone}>
          {text}
        </p>
        <p>Uploaded {formatInstant(item.uploadedAt)}</p>
      </div>
      <IconAnchor label={`Download ${name}`} className={styles.download} href={downloadHref} download>
        <DownloadIcon />
      </IconAnchor>
    </li>
  );
}

function Thumbnail({ item }: { item: MediaView }) {
  if (item.state === 'unsupported') return <ImageOffIcon aria-hidden="true" />;
  if (item.kind === 'video' && !item.renditions.tile) return <FilmIcon aria-hidden="true" />;
  return <Picture media={item} alt="" width={64} isLazy />;
}
