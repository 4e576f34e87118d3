import type { ReadyPicture } from './load-picture.ts';

/** Pictures on the stage. The last layer covers the others as it appears. */
export type Layer = {
  readonly key: number;
  readonly pictures: readonly ReadyPicture[];
  readonly isArrival: boolean;
};

export type PlayerView = {
  readonly layers: readonly Layer[];
  readonly isPaused: boolean;
  /** Whether the event has nothing that could be shown. */
  readonly isEmpty: boolean;
};
