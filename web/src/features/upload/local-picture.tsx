import type { MediaView } from '../../../../shared/contract/entities.ts';
import { useLocalPreview } from './local-previews.ts';
import styles from './local-picture.module.css';

/** One's own file as it was chosen, in the place of an item that is still being prepared. */
export function LocalPicture({ item }: { item: Pick<MediaView, 'id' | 'kind'> }) {
  const url = useLocalPreview(item.id);
  if (url === undefined) return null;
  return item.kind === 'video' ? (
    <video className={styles.picture} src={url} muted playsInline preload="metadata" aria-hidden="true" />
  ) : (
    <img className={styles.picture} src={url} alt="" decoding="async" draggable={false} />
  );
}
