import type { QueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toasts } from '../../../../shared/messages.ts';
import { toast } from '../../ui/toast-store.ts';
import { onResume } from './on-resume.ts';
import { createJobDatabase } from './job-database.ts';
import { addLocalPreview } from './preview-urls.ts';
import { markForgotten, onDeparture } from './departed-users.ts';
import { readDimensions } from './media-dimensions.ts';
import { batchToast } from './batch-toast.ts';
import type { BrowserIdentity } from './queue/upload-ownership.ts';
import { isUnfinished, type UploadJob } from './queue/upload-job.ts';
import { UploadQueue } from './queue/upload-queue.ts';
import { createSentFiles } from './sent-files.ts';
import { createWakeLock } from './wake-lock.ts';
import { uploadCalls } from './upload-calls.ts';

/** What a screen that shows an event wants to know of its uploads. */
export type UploadListener = {
  readonly onSaved: (media: MediaView) => void;
  readonly onSettled: (eventIds: ReadonlySet<string>) => void;
};

export type UploadEngine = ReturnType<typeof createUploadEngine>;

/** A saved item with the shape of its file, so that its place need not change when our picture is made. */
async function withDimensions(media: MediaView, blob: Blob | undefined): Promise<MediaView> {
  if (!blob) return media;
  const url = addLocalPreview(media.id, blob);
  return media.width === null ? { ...media, ...(await readDimensions(url, media.kind)) } : media;
}

/** The one queue of this page, tied to the browser. It works on whatever screen is shown. */
export function createUploadEngine(client: QueryClient) {
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
    network: { isOnline: () => navigator.onLine, onResume },
    store: createJobDatabase(crypto.randomUUID(), () => void resume(lastIdentity)),
    onSaved(media, job, blob) {
      void sentFiles.remember(job, media.id);
      void withDimensions(media, blob).then((item) => {
        for (const listener of listeners) listener.onSaved(item);
      });
    },
    onFailed() {
      if (queue.jobs.some(isUnfinished)) toast(toasts.uploadSomeFailed, 'bad');
    },
    onSettled(jobs) {
      const { text, tone } = batchToast(jobs);
      toast(text, tone);
      settle(jobs);
    },
  });
  let lastIdentity: BrowserIdentity | undefined;
  /** Goes on with what closed or crashed pages left to who is here, now and when other pages close. */
  const resume = async (identity: BrowserIdentity | undefined) => {
    lastIdentity = identity;
    if (identity) await queue.resume(identity);
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
    markForgotten(uploader);
  };
  onDeparture((uploader, isNew) => {
    if (isNew) forget(uploader).catch(() => {});
    else queue.forget(uploader);
  });
  const guard = createWakeLock();
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
