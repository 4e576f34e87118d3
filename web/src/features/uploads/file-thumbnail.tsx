import FilmIcon from 'lucide-react/icons/film';
import ImageIcon from 'lucide-react/icons/image';
import { useEffect, useState } from 'react';
import styles from './file-thumbnail.module.css';
import { pictureThumbnail } from './picture-thumbnail.ts';

type FileThumbnailProps = {
  blob: Blob;
  /** The canonical one. */
  mimeType: string;
};

/** A small picture of a selected file; a drawing where the browser can show nothing of it. */
export function FileThumbnail({ blob, mimeType }: FileThumbnailProps) {
  const isVideo = mimeType.startsWith('video/');
  const [failedUrl, setFailedUrl] = useState<string>();
  const url = useThumbnailUrl(blob, isVideo);
  const isShown = url !== undefined && url !== failedUrl;
  return (
    <span className={styles.frame}>
      {isVideo ? <FilmIcon aria-hidden="true" /> : <ImageIcon aria-hidden="true" />}
      {isShown && isVideo && (
        <video
          src={`${url}#t=0.1`}
          muted
          playsInline
          preload="metadata"
          aria-hidden="true"
          tabIndex={-1}
          onError={() => setFailedUrl(url)}
        />
      )}
      {isShown && !isVideo && <img src={url} alt="" decoding="async" onError={() => setFailedUrl(url)} />}
    </span>
  );
}

/** An object URL of a file's thumbnail for as long as it is shown. Browsers find the first frame of a video themselves. */
function useThumbnailUrl(blob: Blob, isVideo: boolean): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    const show = (file: Blob | undefined) => {
      if (isGone || !file) return;
      made = URL.createObjectURL(file);
      setUrl(made);
    };
    if (isVideo) show(blob);
    else void pictureThumbnail(blob, () => isGone).then(show);
    return () => {
      isGone = true;
      if (made === undefined) return;
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [blob, isVideo]);
  return url;
}
