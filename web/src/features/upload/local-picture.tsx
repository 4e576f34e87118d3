import { useEffect } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { forgetPreview, useLocalPreview } from './local-previews.ts';
import styles from './local-picture.module.css';

/** By then our own picture lies over it. */
const FORGOTTEN_AFTER_MS = 10_000;

type LocalPictureProps = { item: Pick<MediaView, 'id' | 'kind' | 'state'> };

/** One's own file as it was chosen, below the place of the picture that is made of it. */
export default function LocalPicture({ item }: LocalPictureProps) {
  const url = useLocalPreview(item.id);
  const { id, state } = item;
  useEffect(() => {
    if (url === undefined || state === 'processing') return;
    const timer = setTimeout(() => forgetPreview(id), FORGOTTEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id, state, url]);

  if (url === undefined) return null;
  return item.kind === 'video' ? (
    <video className={styles.picture} src={url} muted playsInline preload="metadata" aria-hidden="true" />
  ) : (
    <img className={styles.picture} src={url} alt="" decoding="async" draggable={false} />
  );
}
