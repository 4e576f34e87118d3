import { useSyncExternalStore } from 'react';

const urls = new Map<string, string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Keeps one's own file to show in place of an item whose renditions are not made yet; answers its address. */
export function addLocalPreview(mediaId: string, file: Blob): string {
  const url = urls.get(mediaId) ?? URL.createObjectURL(file);
  urls.set(mediaId, url);
  for (const listener of listeners) listener();
  return url;
}

/** Gives the memory back once the real picture is there. */
export function removeLocalPreview(mediaId: string): void {
  const url = urls.get(mediaId);
  if (url === undefined) return;
  urls.delete(mediaId);
  URL.revokeObjectURL(url);
  for (const listener of listeners) listener();
}

/** The address of one's own file as it was uploaded on this page, or undefined. */
export function useLocalPreviewUrl(mediaId: string): string | undefined {
  return useSyncExternalStore(subscribe, () => urls.get(mediaId));
}
