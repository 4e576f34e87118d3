import CameraIcon from 'lucide-react/icons/camera';
import ImagesIcon from 'lucide-react/icons/images';
import VideoIcon from 'lucide-react/icons/video';
import { type ChangeEvent, type ReactNode, useEffect, useRef } from 'react';
import { acceptAttribute } from '../../../../shared/values/media-types.ts';
import { MAX_MEGABYTES } from './validate-files.ts';
import styles from './file-picker.module.css';

/** The picker opens by itself this long after the dialog. */
const OPENS_AFTER_MS = 100;

type FilePickerProps = {
  isSmall: boolean;
  /** Files are dragged over the page. */
  isOver: boolean;
  onPick: (files: readonly File[]) => void;
};

/** Opens the phone's or computer's own picker; on phones also the camera. */
export function FilePicker({ isSmall, isOver, onPick }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const timer = setTimeout(() => input.current?.click(), OPENS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onPick([...(target.files ?? [])]);
    // So that the same file can be chosen again after it was removed.
    target.value = '';
  };
  return (
    <div className={styles.ways}>
      <label className={styles.picker} data-over={isOver} data-small={isSmall}>
        <input
          ref={input}
          type="file"
          multiple
          accept={acceptAttribute}
          className={styles.input}
          onChange={onChange}
        />
        <ImagesIcon />
        <strong>Click to select files</strong>
        <span>Supports images and videos up to {MAX_MEGABYTES}MB</span>
      </label>
      {/* Phones' pickers do not all lead to the camera. Named as loosely as these know it. */}
      <div className={styles.cameras}>
        <Camera accept="image/*" onChange={onChange}>
          <CameraIcon />
          Take Photo
        </Camera>
        <Camera accept="video/*" onChange={onChange}>
          <VideoIcon />
          Record Video
        </Camera>
      </div>
    </div>
  );
}

type CameraProps = {
  accept: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  children: ReactNode;
};

/** Leads to a phone's camera, the one that looks away from who holds it. */
function Camera({ children, ...input }: CameraProps) {
  return (
    <label className={styles.camera}>
      <input type="file" capture="environment" className={styles.input} {...input} />
      {children}
    </label>
  );
}
