import { useEffect } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { outdateLocalPreview, useLocalPreviewUrl } from './preview-urls.ts';
import styles from './local-preview.module.css';

type LocalPreviewProps = { item: Pick<MediaView, 'id' | 'kind' | 'state'> };

/** The uploader's local file, shown beneath the rendition while that is being made. */
export default function LocalPreview({ item }: LocalPreviewProps) {
  const url = useLocalPreviewUrl(item.id);
  const { id, state } = item;
  useEffect(() => {
    if (url !== undefined && state !== 'processing') outdateLocalPreview(id);
  }, [id, state, url]);

  if (url === undefined) return null;
  return item.kind === 'video' ? (
    <video className={styles.picture} src={url} muted playsInline preload="metadata" aria-hidden="true" />
  ) : (
    <img className={styles.picture} src={url} alt="" decoding="async" draggable={false} />
  );
}
