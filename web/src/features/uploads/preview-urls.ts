import { useSyncExternalStore } from 'react';

const urls = new Map<string, string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Keeps a local file, or a copy of it, as the preview of an item without renditions. */
export function addLocalPreview(mediaId: string, file: Blob): void {
  if (urls.has(mediaId)) return;
  urls.set(mediaId, URL.createObjectURL(file));
  for (const listener of listeners) listener();
}

/** Frees the preview's memory. */
export function removeLocalPreview(mediaId: string): void {
  const url = urls.get(mediaId);
  if (url === undefined) return;
  urls.delete(mediaId);
  URL.revokeObjectURL(url);
  for (const listener of listeners) listener();
}

/** The object URL of an item's local file, if it was uploaded on this page. */
export function useLocalPreviewUrl(mediaId: string): string | undefined {
  return useSyncExternalStore(subscribe, () => urls.get(mediaId));
}
