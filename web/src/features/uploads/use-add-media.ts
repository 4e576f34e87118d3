import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { UPLOAD_DIALOG_FAILED } from '../../../../shared/offline-messages.ts';
import { uploadEligibility } from '../../../../shared/rules/eligibility.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { toast } from '../../ui/toast-store.ts';
import type { AddMediaDialog } from './press-add-media.ts';

type AddMediaInput = {
  event: EventView;
  viewer: {
    readonly user: { readonly id: string } | null;
    readonly guest: { readonly guestId?: string };
    /** `user:<id>` or `guest:<id>`; undefined for anonymous viewers. */
    readonly uploader: string | undefined;
    readonly isKeptOut: boolean;
  };
  hasPaid: boolean;
};

const load = () => import('./press-add-media.ts');

/** The state of Add Media: what pressing it will do, and the dialog that it has opened. Its code is loaded when it is pressed. */
export function useAddMedia({ event, viewer, hasPaid }: AddMediaInput) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isJoining, setJoining] = useState(false);
  const [dialog, setDialog] = useDialogOf(viewer.uploader);
  const page = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    page.current = controller;
    return () => controller.abort();
  }, []);
  const eligibility = uploadEligibility({
    event,
    user: viewer.user ?? undefined,
    hasJoined: event.role === 'participant' || event.role === 'co-host',
    hasPaid,
    hasGuestInfo: viewer.guest.guestId !== undefined,
    isKeptOut: viewer.isKeptOut,
  });
  // Stable: the open dialog closes itself a while after it is done.
  const close = useCallback(() => setDialog(undefined), [setDialog]);
  // While the code is loading, it may turn out who the viewer is.
  const latest = useLatest(eligibility);
  const press = async () => {
    const { signal } = page.current ?? new AbortController();
    try {
      const { pressAddMedia } = await load();
      if (signal.aborted) return;
      await pressAddMedia(latest.current, {
        eventId: event.id,
        client,
        open: setDialog,
        setJoining,
        navigate: (path) => void navigate(path),
        signal,
      });
    } catch {
      toast(UPLOAD_DIALOG_FAILED, 'bad');
    }
  };
  return {
    hint: eligibility.message,
    isPaused: eligibility.status === 'paused',
    isJoining,
    dialog,
    press: () => void press(),
    prepare: () => void load().catch(() => {}),
    openUploader: () =>
      void load().then(
        ({ openUploader }) => openUploader(setDialog),
        () => toast(UPLOAD_DIALOG_FAILED, 'bad'),
      ),
    close,
  };
}

/** The open dialog. It closes when its person has left: it must not be there for the next one. */
function useDialogOf(uploader: string | undefined) {
  const [dialog, setDialog] = useState<AddMediaDialog>();
  const [lastUploader, setLastUploader] = useState(uploader);
  if (lastUploader !== uploader) {
    setLastUploader(uploader);
    if (lastUploader !== undefined) setDialog(undefined);
  }
  return [dialog, setDialog] as const;
}

export type AddMedia = ReturnType<typeof useAddMedia>;
