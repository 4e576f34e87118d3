import type { QueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toasts } from '../../../../shared/messages.ts';
import { toast } from '../../ui/toast-store.ts';
import { onBack } from './come-back.ts';
import { createJobDatabase } from './job-database.ts';
import { rememberPreview } from './local-previews.ts';
import { noteForgotten, onLeftForGood } from './left-for-good.ts';
import { measure } from './measure.ts';
import { outcomeOf } from './outcome.ts';
import type { Here } from './queue/heirs.ts';
import { isUnfinished, type UploadJob } from './queue/job.ts';
import { UploadQueue } from './queue/upload-queue.ts';
import { createSentFiles } from './sent-files.ts';
import { createGuard } from './stay-awake.ts';
import { uploadCalls } from './upload-calls.ts';

/** What a screen that shows an event wants to know of its uploads. */
export type UploadListener = {
  readonly onSaved: (media: MediaView) => void;
  readonly onSettled: (eventIds: ReadonlySet<string>) => void;
};

export type UploadEngine = ReturnType<typeof createEngine>;

/** A saved item with the shape of its file, so that its place need not change when our picture is made. */
async function measured(media: MediaView, blob: Blob | undefined): Promise<MediaView> {
  if (!blob) return media;
  const url = rememberPreview(media.id, blob);
  return media.width === null ? { ...media, ...(await measure(url, media.kind)) } : media;
}

/** The one queue of this page, tied to the browser. It works on whatever screen is shown. */
export function createEngine(client: QueryClient) {
  const listeners = new Set<UploadListener>();
  const sentFiles = createSentFiles();
  const queue = new UploadQueue<MediaView>({
    calls: uploadCalls,
    clock: {
      now: Date.now,
      after(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    random: Math.random,
    newId: () => crypto.randomUUID(),
    network: { isOnline: () => navigator.onLine, onBack },
    store: createJobDatabase(crypto.randomUUID(), () => void resume(lastHere)),
    onSaved(media, job, blob) {
      void sentFiles.remember(job, media.id);
      void measured(media, blob).then((item) => {
        for (const listener of listeners) listener.onSaved(item);
      });
    },
    onFailed() {
      if (queue.jobs.some(isUnfinished)) toast(toasts.uploadSomeFailed, 'bad');
    },
    onSettled(jobs) {
      const { text, tone } = outcomeOf(jobs);
      toast(text, tone);
      settle(jobs);
    },
  });
  let lastHere: Here | undefined;
  /** Goes on with what closed or crashed pages left to who is here, now and when other pages close. */
  const resume = async (here: Here | undefined) => {
    lastHere = here;
    if (here) await queue.resume(here);
  };
  const settle = (jobs: readonly UploadJob[]) => {
    const eventIds = new Set(jobs.map(({ eventId }) => eventId));
    // Screens that are not shown now read again when they are.
    for (const eventId of eventIds) {
      void client.invalidateQueries({ queryKey: ['/api/events', eventId], refetchType: 'none' });
    }
    for (const listener of listeners) listener.onSettled(eventIds);
  };
  /** Forgets what somebody who leaves for good has not sent, and what this browser has sent. */
  const forget = async (uploader: string) => {
    queue.forget(uploader);
    await sentFiles.forget();
    noteForgotten(uploader);
  };
  onLeftForGood((uploader, isNew) => {
    if (isNew) forget(uploader).catch(() => {});
    else queue.forget(uploader);
  });
  const guard = createGuard();
  queue.subscribe(() => guard(queue.jobs.some(isUnfinished)));

  return {
    queue,
    resume,
    forget,
    sentFiles,
    /** Answers what ends the listening. */
    listen(listener: UploadListener): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
