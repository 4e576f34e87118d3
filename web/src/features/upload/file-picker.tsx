import ImagesIcon from 'lucide-react/icons/images';
import { useEffect, useRef, useState } from 'react';
import { acceptAttribute } from '../../../../shared/rules/media-types.ts';
import { MAX_MEGABYTES } from './choose-files.ts';
import styles from './file-picker.module.css';

/** The picker opens by itself this long after the modal. */
const OPENS_AFTER_MS = 100;

type FilePickerProps = { isSmall: boolean; onPick: (files: readonly File[]) => void };

/** Opens the phone's or computer's own picker, and takes what is dropped on it. */
export function FilePicker({ isSmall, onPick }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => input.current?.click(), OPENS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <label className={styles.picker} data-over={isOver} data-small={isSmall}>
      <input
        ref={input}
        type="file"
        multiple
        accept={acceptAttribute}
        className={styles.input}
        // It covers the whole label, and takes what is dropped on it.
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => {
          onPick([...(event.target.files ?? [])]);
          // So that the same file can be chosen again after it was removed.
          event.target.value = '';
        }}
      />
      <ImagesIcon />
      <strong>Click to select files</strong>
      <span>Supports images and videos up to {MAX_MEGABYTES}MB</span>
    </label>
  );
}
