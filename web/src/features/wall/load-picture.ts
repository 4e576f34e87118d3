import type { WallItem } from './wall-item.ts';

/** A picture or video that is there and decoded, in the element that shows it. */
export type ReadyPicture = {
  readonly item: WallItem;
  readonly element: HTMLImageElement | HTMLVideoElement;
  /** Begins a video, or goes on with it. */
  readonly begin: () => void;
  readonly pause: () => void;
  readonly release: () => void;
};

export type LoadOptions = {
  /** How wide it will be, in pixels of the screen. */
  readonly widthPx: number;
  /** How long a larger picture than its rendition may take. */
  readonly largerWithinMs: number;
  readonly signal: AbortSignal;
};

/** Reads the file that everybody may download, as large as it was taken. */
export type ReadFullSize = (id: string, signal: AbortSignal) => Promise<Blob>;

/** Until a picture counts as lost, and another is shown. */
const PATIENCE_MS = 15_000;
/** Until a video counts as one that does not play: then there is time left for its poster. */
const VIDEO_PATIENCE_MS = 8_000;
/** From how much enlargement on a rendition looks soft across a room. */
const MOST_ENLARGED = 1.5;
/** A shorter video begins again. */
const SHORTEST_VIDEO_SECONDS = 6;

/**
 * Loads and decodes what is shown next, so that it appears whole.
 * @throws Error if it does not load
 */
export async function loadPicture(
  item: WallItem,
  options: LoadOptions,
  readFullSize: ReadFullSize,
): Promise<ReadyPicture> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(PATIENCE_MS)]);
  if (item.kind === 'video' && item.playUrl) {
    const within = AbortSignal.any([signal, AbortSignal.timeout(VIDEO_PATIENCE_MS)]);
    const video = await loadVideo(item, item.playUrl, within).catch(() => undefined);
    signal.throwIfAborted();
    // What this browser does not play, or not soon, has its poster.
    if (video) return video;
  }
  const ready = await loadImage(item, item.url, signal);
  if (!item.hasFullSize || options.widthPx <= item.renditionWidth * MOST_ENLARGED) return ready;
  const within = AbortSignal.any([signal, AbortSignal.timeout(options.largerWithinMs)]);
  return (await loadFullSize(item, within, readFullSize)) ?? ready;
}

async function loadFullSize(
  item: WallItem,
  signal: AbortSignal,
  read: ReadFullSize,
): Promise<ReadyPicture | undefined> {
  let url: string | undefined;
  const release = () => url !== undefined && URL.revokeObjectURL(url);
  try {
    url = URL.createObjectURL(await read(item.id, signal));
    return { ...(await loadImage(item, url, signal)), release };
  } catch {
    // The rendition is shown.
    release();
    return undefined;
  }
}

async function loadImage(item: WallItem, url: string, signal: AbortSignal): Promise<ReadyPicture> {
  const element = new Image();
  element.alt = 'Photo';
  element.draggable = false;
  // It is decoded by then, and must not be left out of a frame.
  element.decoding = 'sync';
  element.src = url;
  await orAborted(element.decode(), signal);
  return { item, element, begin: () => {}, pause: () => {}, release: () => {} };
}

async function loadVideo(item: WallItem, url: string, signal: AbortSignal): Promise<ReadyPicture> {
  const element = document.createElement('video');
  const release = () => {
    element.pause();
    // Lets go of what it has loaded and decoded.
    element.removeAttribute('src');
    element.load();
  };
  element.muted = true;
  element.playsInline = true;
  element.preload = 'auto';
  element.loop = (item.durationSeconds ?? 0) < SHORTEST_VIDEO_SECONDS;
  element.setAttribute('aria-label', 'Video');
  const playable = new Promise((resolve, reject) => {
    element.addEventListener('canplay', resolve, { once: true });
    element.addEventListener('error', () => reject(new Error('The video does not play.')), { once: true });
  });
  element.src = url;
  try {
    await orAborted(playable, signal);
  } catch (error) {
    release();
    throw error;
  }
  // Where playing is refused, its first picture stands.
  const begin = () => void element.play().catch(() => {});
  return { item, element, begin, pause: () => element.pause(), release };
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
