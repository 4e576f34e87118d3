import { useEffect, useRef, useState } from 'react';
import { fetchFile, FileTooLarge } from '../../lib/fetch-file.ts';
import { isFullSizeType, MAX_FULL_SIZE_BYTES } from './full-size.ts';
import styles from './lightbox.module.css';

type FullPictureProps = {
  /** Where the file is downloaded from. */
  href: string;
  /** Whether more is seen than the rendition has. Nothing is fetched before. */
  isNeeded: boolean;
};

/** The picture in full size, above its rendition and in the same place, once it is decoded. */
export function FullPicture({ href, isNeeded }: FullPictureProps) {
  const url = useFile(href, isNeeded);
  const image = useRef<HTMLImageElement>(null);
  const [decoded, setDecoded] = useState<string>();
  useEffect(() => {
    if (url === undefined) return;
    // Without it, there is the rendition.
    image.current?.decode().then(
      () => setDecoded(url),
      () => {},
    );
  }, [url]);
  if (url === undefined) return null;
  return (
    <img
      ref={image}
      className={styles.full}
      src={url}
      // The rendition has the name.
      alt=""
      aria-hidden="true"
      data-decoded={decoded === url || undefined}
      // Without a moment in which neither picture is drawn.
      decoding="sync"
      draggable={false}
    />
  );
}

/** Looking at it is no download. */
const viewed = (href: string): string => `${href}${href.includes('?') ? '&' : '?'}view=true`;

/** A local URL of the file, which is fetched while it is needed; one that failed, when it is needed again. */
function useFile(href: string, isNeeded: boolean): string | undefined {
  const [url, setUrl] = useState<string>();
  // Another try would end in the same way.
  const [isUnusable, setUnusable] = useState(false);
  const isMissing = isNeeded && url === undefined && !isUnusable;
  useEffect(() => {
    if (!isMissing) return;
    const left = new AbortController();
    const { signal } = left;
    fetchFile(viewed(href), { signal, maxBytes: MAX_FULL_SIZE_BYTES }).then(
      (file) => {
        if (signal.aborted) return;
        if (isFullSizeType(file.type)) setUrl(URL.createObjectURL(file));
        else setUnusable(true);
      },
      (error: unknown) => setUnusable(error instanceof FileTooLarge),
    );
    return () => left.abort();
  }, [href, isMissing]);
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url]);
  return url;
}
