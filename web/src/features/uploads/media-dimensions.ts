/** Longer than a phone takes to read a file's header. Unsupported formats may fire no event at all. */
const TIMEOUT_MS = 2000;

export type Dimensions = { readonly width: number; readonly height: number };

/**
 * Reads the displayed size of a local picture or video; undefined if the browser cannot decode it.
 * @param url an object URL of the file
 */
export function readDimensions(url: string, kind: 'picture' | 'video'): Promise<Dimensions | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
    const settle = (width: number, height: number) => {
      clearTimeout(timer);
      resolve(width > 0 && height > 0 ? { width, height } : undefined);
    };
    if (kind === 'picture') {
      const image = new Image();
      image.addEventListener('load', () => settle(image.naturalWidth, image.naturalHeight));
      image.addEventListener('error', () => settle(0, 0));
      image.src = url;
    } else {
      const video = document.createElement('video');
      video.addEventListener('loadedmetadata', () => settle(video.videoWidth, video.videoHeight));
      video.addEventListener('error', () => settle(0, 0));
      video.preload = 'metadata';
      video.src = url;
    }
  });
}
