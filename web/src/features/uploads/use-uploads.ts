import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { UploadEngine, UploadListener } from './upload-engine.ts';
import { mayHavePendingUploads } from './pending-uploads-flag.ts';
import type { UploadJob } from './queue/upload-job.ts';

const NO_JOBS: readonly UploadJob[] = [];

// One queue per page, shared by all screens. Its code is loaded on first use.
let engine: UploadEngine | undefined;
let loading: Promise<UploadEngine> | undefined;
const engineListeners = new Set<() => void>();

/** Loads the queue. @throws if its code fails to load; the next call tries again */
export function loadUploadEngine(client: QueryClient): Promise<UploadEngine> {
  loading ??= import('./upload-engine.ts').then(
    (module) => {
      engine = module.createUploadEngine(client);
      for (const notify of engineListeners) notify();
      return engine;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

function subscribe(listener: () => void): () => void {
  let unsubscribe = engine?.queue.subscribe(listener);
  const attach = () => {
    unsubscribe ??= engine?.queue.subscribe(listener);
    listener();
  };
  engineListeners.add(attach);
  return () => {
    engineListeners.delete(attach);
    unsubscribe?.();
  };
}

/** The queue's jobs for an event; none until the queue is loaded. */
export function useUploadJobs(eventId: string): readonly UploadJob[] {
  const jobs = useSyncExternalStore(subscribe, () => engine?.queue.jobs ?? NO_JOBS);
  return useMemo(() => jobs.filter((job) => job.eventId === eventId), [jobs, eventId]);
}

/** Whether the queue is waiting for the network. */
export function useIsDisconnected(): boolean {
  return useSyncExternalStore(subscribeWithNetwork, () => engine?.queue.isDisconnected ?? false);
}

/** Also listens to the browser, because the queue notifies nobody between two attempts. */
function subscribeWithNetwork(listener: () => void): () => void {
  const unsubscribe = subscribe(listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    unsubscribe();
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/**
 * Loads the queue if there is something to resume, also if another tab leaves it while this page is open, and notifies the
 * screen of batches that have ended.
 */
export function useResumeUploads({ isReady }: { isReady: boolean }, listener: UploadListener): void {
  const client = useQueryClient();
  const listen = useCallback(() => engine?.listen(listener) ?? (() => {}), [listener]);
  useEffect(() => {
    let stop = listen();
    const attach = () => {
      stop();
      stop = listen();
    };
    engineListeners.add(attach);
    return () => {
      engineListeners.delete(attach);
      stop();
    };
  }, [listen]);

  useEffect(() => {
    if (!isReady) return undefined;
    const load = () => {
      // The page works without the queue; the next visit resumes.
      if (mayHavePendingUploads()) loadUploadEngine(client).catch(() => {});
    };
    const onVisible = () => document.visibilityState === 'visible' && load();
    load();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [client, isReady]);
}
