import { useCallback, useSyncExternalStore } from 'react';

/** By then the rendition has loaded on top. */
const READY_MS = 10_000;
/** How long a preview that is on no screen is kept: one may scroll back to it, or never. */
const UNSEEN_MS = 300_000;

type Preview = { readonly url: string; isReady: boolean; timer?: ReturnType<typeof setTimeout> };

const previews = new Map<string, Preview>();
/** Who shows an item's preview, or would. */
const viewers = new Map<string, Set<() => void>>();

/** Keeps a local file, or a copy of it, as the preview of an item without renditions. */
export function addLocalPreview(mediaId: string, file: Blob): void {
  if (previews.has(mediaId)) return;
  previews.set(mediaId, { url: URL.createObjectURL(file), isReady: false });
  keepWhileSeen(mediaId);
  notify(mediaId);
}

/** Says that an item has renditions, so that its preview is soon not needed any more, whether or not it stays on the screen. */
export function outdateLocalPreview(mediaId: string): void {
  const preview = previews.get(mediaId);
  if (!preview || preview.isReady) return;
  preview.isReady = true;
  removeIn(mediaId, READY_MS);
}

/** The object URL of an item's local file, if it was uploaded on this page. */
export function useLocalPreviewUrl(mediaId: string): string | undefined {
  const subscribe = useCallback((listener: () => void) => watchLocalPreview(mediaId, listener), [mediaId]);
  return useSyncExternalStore(subscribe, () => localPreviewUrl(mediaId));
}

/** The object URL of an item's local file at this moment. */
export function localPreviewUrl(mediaId: string): string | undefined {
  return previews.get(mediaId)?.url;
}

/** Keeps an item's preview while it is on the screen, and calls back when it comes and goes. @returns ends that */
export function watchLocalPreview(mediaId: string, listener: () => void): () => void {
  const watching = viewers.get(mediaId) ?? new Set();
  viewers.set(mediaId, watching.add(listener));
  keepWhileSeen(mediaId);
  return () => {
    watching.delete(listener);
    if (watching.size === 0) viewers.delete(mediaId);
    keepWhileSeen(mediaId);
  };
}

function keepWhileSeen(mediaId: string): void {
  const preview = previews.get(mediaId);
  if (!preview || preview.isReady) return;
  if (viewers.has(mediaId)) clearTimeout(preview.timer);
  else removeIn(mediaId, UNSEEN_MS);
}

function removeIn(mediaId: string, ms: number): void {
  const preview = previews.get(mediaId);
  if (!preview) return;
  clearTimeout(preview.timer);
  preview.timer = setTimeout(() => {
    previews.delete(mediaId);
    URL.revokeObjectURL(preview.url);
    notify(mediaId);
  }, ms);
}

function notify(mediaId: string): void {
  for (const listener of viewers.get(mediaId) ?? []) listener();
}
