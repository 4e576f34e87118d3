import { useEffect } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { removeLocalPreview, useLocalPreviewUrl } from './preview-urls.ts';
import styles from './local-preview.module.css';

/** By then our own picture lies over it. */
const FORGOTTEN_AFTER_MS = 10_000;

type LocalPreviewProps = { item: Pick<MediaView, 'id' | 'kind' | 'state'> };

/** One's own file as it was chosen, below the place of the picture that is made of it. */
export default function LocalPreview({ item }: LocalPreviewProps) {
  const url = useLocalPreviewUrl(item.id);
  const { id, state } = item;
  useEffect(() => {
    if (url === undefined || state === 'processing') return;
    const timer = setTimeout(() => removeLocalPreview(id), FORGOTTEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id, state, url]);

  if (url === undefined) return null;
  return item.kind === 'video' ? (
    <video className={styles.picture} src={url} muted playsInline preload="metadata" aria-hidden="true" />
  ) : (
    <img className={styles.picture} src={url} alt="" decoding="async" draggable={false} />
  );
}
