import type { ComponentType } from 'react';
import { DIALOG_FAILED } from '../../../shared/offline-messages.ts';
import { lazyWithRetry } from '../lib/lazy-with-retry.tsx';
import { toast } from './toast-store.ts';

/** A dialog whose code is loaded when it is first opened. A failure is shown as a toast, and the next open tries again. */
export const lazyDialog = <Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> =>
  lazyWithRetry(load, {
    onError: ({ onClose }) => {
      toast(DIALOG_FAILED, 'bad');
      onClose();
    },
  });
