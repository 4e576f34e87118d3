import { useRef } from 'react';
import { PHOTO_FAILED } from '../../../shared/said-offline.ts';
import type { MediaView } from '../../../shared/contract/entities.ts';
import type { useShownMedia } from '../features/gallery/use-shown-media.ts';
import { patientLazy } from '../lib/patient-lazy.tsx';
import { toast } from '../ui/toast-store.ts';

const load = () => import('./gallery-lightbox.tsx');
const sayThatItFailed = () => toast(PHOTO_FAILED, 'bad');

/** An item shown large. An address can ask for it before its code is here. */
export const LargeView = patientLazy(load, {
  onMissing: ({ shown }) => {
    sayThatItFailed();
    shown.close();
  },
});

/** Opens it from a tile that it grows out of. `onOpened` is for the large view. */
export function useOpening({ show }: ReturnType<typeof useShownMedia>) {
  const opened = useRef(() => {});
  const open = (item: MediaView, frame: HTMLElement) => {
    load().then(
      ({ growInto }) =>
        growInto(frame, () => {
          show(item);
          return new Promise((resolve) => {
            opened.current = resolve;
          });
        }),
      sayThatItFailed,
    );
  };
  return { open, onOpened: () => opened.current() };
}
