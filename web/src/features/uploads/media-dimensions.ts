/** Longer than a phone takes to read the head of a file; a format it cannot read may never answer. */
const TIMEOUT_MS = 2000;

export type Dimensions = { readonly width: number; readonly height: number };

/**
 * How large one's own picture or video is, as the browser shows it; undefined where it cannot tell.
 * @param url an object URL of the file
 */
export function readDimensions(url: string, kind: 'picture' | 'video'): Promise<Dimensions | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
    const answer = (width: number, height: number) => {
      clearTimeout(timer);
      resolve(width > 0 && height > 0 ? { width, height } : undefined);
    };
    if (kind === 'picture') {
      const image = new Image();
      image.addEventListener('load', () => answer(image.naturalWidth, image.naturalHeight));
      image.addEventListener('error', () => answer(0, 0));
      image.src = url;
    } else {
      const video = document.createElement('video');
      video.addEventListener('loadedmetadata', () => answer(video.videoWidth, video.videoHeight));
      video.addEventListener('error', () => answer(0, 0));
      video.preload = 'metadata';
      video.src = url;
    }
  });
}
