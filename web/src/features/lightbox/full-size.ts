import type { MediaView } from '../../../../shared/contract/entities.ts';

/** What browsers show, and what is never more than a picture. A drawing is only ever seen as a rendition. */
const FULL_SIZE_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/jpg',
  'image/png',
  'image/webp',
  'image/gif',
]);

/** Decoded, a pixel takes four bytes: 200 MB, and 64 MB where the browser says that there is little memory. */
const MAX_PIXELS = 50_000_000;
const MAX_PIXELS_OF_SMALL_DEVICES = 16_000_000;
const SMALL_DEVICE_GB = 2;

/** Of the file that is kept while its picture is seen. */
export const MAX_FULL_SIZE_BYTES = 50 * 1024 * 1024;

type Picture = Pick<
  MediaView,
  'kind' | 'state' | 'mimeType' | 'fileSize' | 'width' | 'height' | 'renditions'
>;

/** Whether a browser may show a file of this type in full size. */
export const isFullSizeType = (mimeType: string): boolean => FULL_SIZE_TYPES.has(mimeType);

/** Whether the picture's file has more pixels than its renditions, and this device can hold them. */
export function hasFullSize(item: Picture, memoryGb = deviceMemory()): boolean {
  const { kind, state, mimeType, fileSize, renditions } = item;
  const { width, height } = item;
  if (kind !== 'picture' || state !== 'ready' || width === null || height === null) return false;
  const most = memoryGb <= SMALL_DEVICE_GB ? MAX_PIXELS_OF_SMALL_DEVICES : MAX_PIXELS;
  return (
    isFullSizeType(mimeType) &&
    fileSize <= MAX_FULL_SIZE_BYTES &&
    width * height <= most &&
    width > (renditions.screen?.width ?? Infinity)
  );
}

/** How many pixels wide an item can be seen at most; undefined if it cannot be zoomed. */
export function availableWidth(item: Picture): number | undefined {
  if (item.kind !== 'picture' || item.state !== 'ready') return undefined;
  const { small, tile, screen } = item.renditions;
  const largest = screen ?? tile ?? small;
  return (hasFullSize(item) ? item.width : undefined) ?? largest?.width;
}

/** In GB, rounded and at most 8; browsers that do not say are taken for large. */
function deviceMemory(): number {
  return (navigator as { deviceMemory?: number }).deviceMemory ?? Infinity;
}
