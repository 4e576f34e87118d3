import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { UploadEngine, UploadListener } from './engine.ts';
import { mayHaveLeftovers } from './leftovers.ts';
import type { UploadJob } from './queue/job.ts';

const NO_JOBS: readonly UploadJob[] = [];

// The queue is one for the page, whatever screen is shown; its code is loaded with the first need of it.
let engine: UploadEngine | undefined;
let loading: Promise<UploadEngine> | undefined;
const waiting = new Set<() => void>();

/** Loads the queue. @throws where its code cannot be loaded; the next call tries again. */
export function loadUploads(client: QueryClient): Promise<UploadEngine> {
  loading ??= import('./engine.ts').then(
    (module) => {
      engine = module.createEngine(client);
      for (const wake of waiting) wake();
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
  waiting.add(attach);
  return () => {
    waiting.delete(attach);
    unsubscribe?.();
  };
}

/** All files of this page's queue; none until there is a queue. */
export function useUploadJobs(): readonly UploadJob[] {
  return useSyncExternalStore(subscribe, () => engine?.queue.jobs ?? NO_JOBS);
}

/** Goes on with what this person's earlier pages left, and tells the screen what is saved. */
export function useUploadsOf(uploader: string | undefined, listener: UploadListener): void {
  const client = useQueryClient();
  const listen = useCallback(() => engine?.listen(listener) ?? (() => {}), [listener]);
  useEffect(() => {
    let stop = listen();
    const attach = () => {
      stop();
      stop = listen();
    };
    waiting.add(attach);
    return () => {
      waiting.delete(attach);
      stop();
    };
  }, [listen]);

  useEffect(() => {
    if (uploader === undefined || !mayHaveLeftovers()) return;
    // Without its code or its database the rest of the page is still good; the next visit resumes.
    loadUploads(client).then(
      ({ queue }) => queue.resume(uploader),
      () => {},
    );
  }, [client, uploader]);
}
