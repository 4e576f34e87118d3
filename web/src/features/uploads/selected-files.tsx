import CloseIcon from 'lucide-react/icons/x';
import type { ToastText } from '../../../../shared/messages.ts';
import { IconButton } from '../../ui/button.tsx';
import { FileThumbnail } from './file-thumbnail.tsx';
import type { SelectedFile } from './queue/upload-job.ts';
import styles from './selected-files.module.css';

type SelectedFilesProps = {
  files: readonly SelectedFile[];
  /** The upload is starting: files can no longer be removed. */
  isLocked: boolean;
  onRemove: (fingerprint: string) => void;
};

/** The selected files with their sizes, and what they show. */
export function SelectedFiles({ files, isLocked, onRemove }: SelectedFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="Selected files">
      {files.map(({ name, size, fingerprint, blob, mimeType }) => (
        <li key={fingerprint} tabIndex={-1}>
          <FileThumbnail {...{ blob, mimeType }} />
          <bdi className={styles.name}>{name}</bdi>
          <span className={styles.size}>{kilobytes(size)}</span>
          <IconButton label={`Remove ${name}`} disabled={isLocked} onClick={() => onRemove(fingerprint)}>
            <CloseIcon />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

/** Which files of the last selection were left out and why, because toasts show only one reason at a time. */
export function Refusals({ refusals }: { refusals: readonly ToastText[] }) {
  if (refusals.length < 2) return null;
  return (
    <ul className={styles.refusals} aria-label="Left out">
      {refusals.map(({ title, text }) => (
        <li key={`${title} ${text}`}>{[title, text].filter(Boolean).join(': ')}</li>
      ))}
    </ul>
  );
}

/** `"1,544.0 KB"`. */
function kilobytes(bytes: number): string {
  const size = (bytes / 1024).toLocaleString(undefined, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return `${size} KB`;
}
