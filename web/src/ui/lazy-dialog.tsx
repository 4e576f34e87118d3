import type { ComponentType } from 'react';
import { DIALOG_CRASHED, DIALOG_FAILED } from '../../../shared/offline-messages.ts';
import { lazyWithRetry } from '../lib/lazy-with-retry.tsx';
import { asRegion } from './region-boundary.tsx';
import { toast } from './toast-store.ts';

/**
 * A dialog whose code is loaded when it is first opened. If it fails to load or to render, it closes with a toast, and the
 * next open tries again.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const closeWith =
    (text: typeof DIALOG_FAILED | typeof DIALOG_CRASHED) =>
    ({ onClose }: Props) => {
      toast(text, 'bad');
      onClose();
    };
  const Dialog = lazyWithRetry(load, { onError: closeWith(DIALOG_FAILED) });
  return asRegion(Dialog, { region: 'dialog', fallback: null, onCrash: closeWith(DIALOG_CRASHED) });
}
