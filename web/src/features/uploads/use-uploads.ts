import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { UploadEngine, UploadListener } from './upload-engine.ts';
import { mayHavePendingUploads } from './pending-uploads-flag.ts';
import type { UploadJob } from './queue/upload-job.ts';

const NO_JOBS: readonly UploadJob[] = [];

// One queue per page, shared by all screens, as the page's cache is. Its code is loaded on first use.
const engines = new WeakMap<QueryClient, UploadEngine>();
const loading = new WeakMap<QueryClient, Promise<UploadEngine>>();
const engineListeners = new Set<() => void>();

/** The page's queue, if it is loaded. */
export const loadedUploadEngine = (client: QueryClient): UploadEngine | undefined => engines.get(client);

/** Loads the page's queue. @throws if its code fails to load or it cannot be made; the next call tries again */
export function loadUploadEngine(client: QueryClient): Promise<UploadEngine> {
  const known = loading.get(client);
  if (known) return known;
  const loaded = makeUploadEngine(client).catch((error: unknown) => {
    loading.delete(client);
    throw error;
  });
  loading.set(client, loaded);
  return loaded;
}

async function makeUploadEngine(client: QueryClient): Promise<UploadEngine> {
  const { createUploadEngine } = await import('./upload-engine.ts');
  const engine = createUploadEngine(client);
  engines.set(client, engine);
  for (const notify of engineListeners) notify();
  return engine;
}

type Queue = UploadEngine['queue'];
type Subscribe = (client: QueryClient, listener: () => void) => () => void;

/** What is read of the page's queue, of none until it is loaded. */
function useQueue<Value>(read: (queue: Queue | undefined) => Value, subscribe: Subscribe): Value {
  const client = useQueryClient();
  return useSyncExternalStore(
    useCallback((listener) => subscribe(client, listener), [client, subscribe]),
    () => read(loadedUploadEngine(client)?.queue),
  );
}

function subscribeToQueue(client: QueryClient, listener: () => void): () => void {
  let unsubscribe = loadedUploadEngine(client)?.queue.subscribe(listener);
  const attach = () => {
    unsubscribe ??= loadedUploadEngine(client)?.queue.subscribe(listener);
    listener();
  };
  engineListeners.add(attach);
  return () => {
    engineListeners.delete(attach);
    unsubscribe?.();
  };
}

/** Also listens to the browser, because the queue notifies nobody between two attempts. */
function subscribeWithNetwork(client: QueryClient, listener: () => void): () => void {
  const unsubscribe = subscribeToQueue(client, listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    unsubscribe();
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** The queue's jobs for an event; none until the queue is loaded. */
export function useUploadJobs(eventId: string): readonly UploadJob[] {
  const jobs = useQueue((queue) => queue?.jobs ?? NO_JOBS, subscribeToQueue);
  return useMemo(() => jobs.filter((job) => job.eventId === eventId), [jobs, eventId]);
}

/** Whether the queue is waiting for the network. */
export function useIsDisconnected(): boolean {
  return useQueue((queue) => queue?.isDisconnected ?? false, subscribeWithNetwork);
}

/**
 * Loads the queue if there is something to resume, also if another tab leaves it while this page is open, and notifies the
 * screen of batches that have ended.
 */
export function useResumeUploads({ isReady }: { isReady: boolean }, listener: UploadListener): void {
  const client = useQueryClient();
  const listen = useCallback(
    () => loadedUploadEngine(client)?.listen(listener) ?? (() => {}),
    [client, listener],
  );
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
