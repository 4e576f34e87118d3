import CameraIcon from 'lucide-react/icons/camera';
import ImagesIcon from 'lucide-react/icons/images';
import VideoIcon from 'lucide-react/icons/video';
import { type ChangeEvent, type ReactNode, useEffect, useRef } from 'react';
import { acceptAttribute } from '../../../../shared/values/media-types.ts';
import { MAX_MEGABYTES } from './validate-files.ts';
import styles from './file-picker.module.css';

/** Delay before the system's file picker opens by itself. */
const OPEN_DELAY_MS = 100;

type FilePickerProps = {
  isSmall: boolean;
  /** Files are being dragged over the page. */
  isDragOver: boolean;
  onPick: (files: readonly File[]) => void;
};

/** Opens the system's file picker; on phones also the camera. */
export function FilePicker({ isSmall, isDragOver, onPick }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const timer = setTimeout(() => input.current?.click(), OPEN_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);

  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onPick([...(target.files ?? [])]);
    // Without this, choosing the same file again would fire no change event.
    target.value = '';
  };
  return (
    <div className={styles.ways}>
      <label className={styles.picker} data-over={isDragOver} data-small={isSmall}>
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
      {/* Not all phones' file pickers offer the camera. Camera inputs recognize wildcard types best. */}
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

/** Opens the phone's rear camera. */
function Camera({ children, ...input }: CameraProps) {
  return (
    <label className={styles.camera}>
      <input type="file" capture="environment" className={styles.input} {...input} />
      {children}
    </label>
  );
}
