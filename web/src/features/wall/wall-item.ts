import type { MediaView } from '../../../../shared/contract/entities.ts';

/** What the wall keeps of an item: 5,000 of them are in memory for a whole evening. */
export type WallItem = {
  readonly id: string;
  readonly kind: MediaView['kind'];
  readonly width: number;
  readonly height: number;
  readonly voteCount: number;
  readonly durationSeconds: number | null;
  /** The largest rendition, which alone moves if the picture does. */
  readonly url: string;
  readonly renditionWidth: number;
  readonly playUrl: string | null;
  readonly blur: string | null;
  /** Whether its file has more pixels than the rendition, and this device can hold them. */
  readonly hasFullSize: boolean;
};

type Shown = Pick<
  MediaView,
  | 'id'
  | 'kind'
  | 'state'
  | 'mimeType'
  | 'fileSize'
  | 'width'
  | 'height'
  | 'voteCount'
  | 'durationSeconds'
  | 'renditions'
  | 'playUrl'
  | 'blur'
>;

/**
 * An item for the wall.
 * @returns undefined if there is no picture of it, or none yet
 */
export function wallItemOf(view: Shown, hasFullSize: (view: Shown) => boolean): WallItem | undefined {
  const { id, kind, state, voteCount, durationSeconds, playUrl, blur, renditions } = view;
  const largest = renditions.screen ?? renditions.tile ?? renditions.small;
  if (state !== 'ready' || !largest) return undefined;
  return {
    id,
    kind,
    width: view.width ?? largest.width,
    height: view.height ?? largest.height,
    voteCount,
    durationSeconds,
    url: largest.url,
    renditionWidth: largest.width,
    playUrl,
    blur,
    hasFullSize: hasFullSize(view),
  };
}

/** Width divided by height. */
export const ratioOf = ({ width, height }: Pick<WallItem, 'width' | 'height'>): number => width / height;
