import { useRef } from 'react';
import { PHOTO_FAILED } from '../../../../shared/offline-messages.ts';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import type { useLightboxRoute } from '../../features/gallery/use-lightbox-route.ts';
import { lazyWithRetry } from '../../lib/lazy-with-retry.tsx';
import { asRegion } from '../../ui/region-boundary.tsx';
import { toast } from '../../ui/toast-store.ts';

const load = () => import('./lightbox.tsx');
const toastPhotoFailed = () => toast(PHOTO_FAILED, 'bad');

const Lightbox = lazyWithRetry(load, {
  onError: ({ route }) => {
    toastPhotoFailed();
    route.close();
  },
});

/** The lightbox, loaded on demand: by a tap, or by a link to an item. */
export const LazyLightbox = asRegion(Lightbox, {
  region: 'lightbox',
  fallback: null,
  onCrash: ({ route, onOpened }) => {
    toastPhotoFailed();
    route.close();
    // Ends the animation that waits for it.
    onOpened();
  },
});

/** Opens the lightbox with an animation from the tile. Pass `onOpened` to the lightbox. */
export function useOpenLightbox({ show }: ReturnType<typeof useLightboxRoute>) {
  const resolveOpened = useRef(() => {});
  const open = (item: MediaView, frame: HTMLElement) => {
    load().then(
      ({ expandFromTile }) =>
        expandFromTile(frame, () => {
          show(item);
          return new Promise((resolve) => {
            resolveOpened.current = resolve;
          });
        }),
      toastPhotoFailed,
    );
  };
  return { open, onOpened: () => resolveOpened.current() };
}
