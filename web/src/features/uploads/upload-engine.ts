import type { QueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { mediaAdded, mediaSaved, uploadsSettled } from '../../changes/media-changes.ts';
import { placeMayBeChanged } from '../../changes/refusal-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { noteProblem } from '../../lib/note-problem.ts';
import { toast } from '../../ui/toast-store.ts';
import { onResume } from './on-resume.ts';
import { createJobDatabase } from './job-database.ts';
import { setHasOwnUploads } from './pending-uploads-flag.ts';
import { addLocalPreview } from './preview-urls.ts';
import { markForgotten, onDeparture } from './departed-users.ts';
import { readDimensions } from './media-dimensions.ts';
import { smallPicture } from './small-picture.ts';
import { batchToast, failureToast } from './batch-toast.ts';
import { browserIdentity, onOtherGuest, onSessionLookup } from './browser-identity.ts';
import { isUnderWay, type UploadJob } from './queue/upload-job.ts';
import { UploadQueue } from './queue/upload-queue.ts';
import type { Clock } from './queue/upload-steps.ts';
import { createSentFiles } from './sent-files.ts';
import { createWakeLock } from './wake-lock.ts';
import { uploadCalls } from './upload-calls.ts';

/** Upload notifications for a screen that shows an event. */
export type UploadListener = {
  readonly onSettled: (eventIds: ReadonlySet<string>) => void;
};

export type UploadEngine = ReturnType<typeof createUploadEngine>;

/**
 * Keeps the local file as the item's preview. Adds its dimensions to the item, so that its tile keeps its shape when the
 * renditions arrive.
 */
async function withLocalFile(media: MediaView, blob: Blob | undefined): Promise<MediaView> {
  if (!blob) return media;
  const url = URL.createObjectURL(blob);
  const size = await readDimensions(url, media.kind);
  URL.revokeObjectURL(url);
  const preview = media.kind === 'picture' ? smallPicture(blob, size) : Promise.resolve(blob);
  // The tile shows meanwhile.
  void preview.then((file) => addLocalPreview(media.id, file));
  return media.width === null ? { ...media, ...size } : media;
}

/** Counts a saved item at once, and shows it once its file is measured. */
function showSaved(client: QueryClient, media: MediaView, blob: Blob | undefined): void {
  const viewing = viewingOf(client);
  mediaSaved(viewing, media);
  void withLocalFile(media, blob).then((item) => mediaAdded(viewing, item));
}

/** Whether a job ends with the page, or goes on only if another page takes it over. */
const needsPage = (job: UploadJob) => isUnderWay(job) || (job.state === 'awaiting-person' && !job.isKept);

const clock: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Sends what was left as whoever uses this browser, and goes on doing so when that changes. */
function followSession(client: QueryClient, queue: UploadQueue<MediaView>): void {
  const resume = () => {
    const person = browserIdentity(client);
    if (person) void queue.resume(person);
  };
  resume();
  // Whichever screen is shown: nothing must be sent as somebody else.
  onSessionLookup(client, resume);
  onOtherGuest(resume);
  // Other tabs may have left files meanwhile. It says nothing new of the session.
  onResume(() => void queue.takeOver());
}

/** The page's single upload queue with its browser ports. It keeps running when screens change. */
export function createUploadEngine(client: QueryClient) {
  const listeners = new Set<UploadListener>();
  const sentFiles = createSentFiles();
  const queue = new UploadQueue<MediaView>({
    calls: uploadCalls,
    clock,
    random: Math.random,
    newId: () => crypto.randomUUID(),
    network: { isOnline: () => navigator.onLine, onResume },
    store: createJobDatabase(crypto.randomUUID(), () => void queue.takeOver()),
    onSaved(media, job, blob) {
      void sentFiles.remember(job, media.id);
      // What is saved for somebody else than the viewer is read with the rest once all is sent.
      if (browserIdentity(client)?.uploader === job.uploader) showSaved(client, media, blob);
    },
    onFailed(job) {
      if (job.failure) noteProblem({ kind: 'failed-upload', step: job.failure.step });
      placeMayBeChanged(client, job.eventId, job.failure?.code);
      const text = failureToast(job, queue.jobs);
      if (text) toast(text, 'bad');
    },
    onSettled(jobs) {
      const { text, tone } = batchToast(jobs);
      toast(text, tone);
      const eventIds = new Set(jobs.map(({ eventId }) => eventId));
      uploadsSettled(client, eventIds);
      for (const listener of listeners) listener.onSettled(eventIds);
    },
  });
  followSession(client, queue);
  /** Deletes a departed person's unsent files and this browser's record of sent files. */
  const forget = async (uploader: string) => {
    queue.forget(uploader);
    await sentFiles.forget();
    markForgotten(uploader);
  };
  onDeparture((uploader, isNew) => {
    if (isNew) forget(uploader).catch(() => {});
    else queue.forget(uploader);
  });
  const setBusy = createWakeLock();
  queue.subscribe(() => {
    setBusy(queue.jobs.some(needsPage));
    setHasOwnUploads(queue.jobs.length > 0);
  });

  return {
    queue,
    forget,
    sentFiles,
    /** @returns the unsubscribe function */
    listen(listener: UploadListener): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
