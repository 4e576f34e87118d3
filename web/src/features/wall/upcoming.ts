import type { LoadOptions, ReadyPicture } from './load-picture.ts';
import type { Items, Spread } from './schedule.ts';
import { layOut, type Size } from './spread-layout.ts';
import { ratioOf, type WallItem } from './wall-item.ts';

/** Loads a picture, decoded and as large as it will be. */
export type Load = (item: WallItem, options: LoadOptions) => Promise<ReadyPicture>;

/** A spread on its way. */
export type Coming = {
  readonly spread: Spread;
  /** Its number among those that were shown before, if it is one of them. */
  readonly at: number | undefined;
  /** What has loaded of it; undefined until all has that will. */
  pictures?: readonly ReadyPicture[];
  readonly drop: () => void;
};

const LARGER_WITHIN_MS = 6_000;
const LARGER_ARRIVAL_WITHIN_MS = 1_500;
/** Until a file that did not load is asked for again. */
const BROKEN_MS = 60_000;
/** What the browser has in its cache, more or less: shown again while there is no network. */
const MOST_LOADED = 100;
/** In a row: then there is no network, whatever the browser says. */
const FAILURES_WITHOUT_NETWORK = 3;

/** Loads spreads before they are shown, and knows which items load at present. */
export class Upcoming {
  readonly #load: Load;
  readonly #broken = new Map<string, number>();
  readonly #loaded = new Set<string>();
  #failures = 0;

  constructor(load: Load) {
    this.#load = load;
  }

  /** Nothing is known to be broken any more. */
  forgive(): void {
    this.#broken.clear();
    this.#failures = 0;
  }

  /** Those that can be expected to load. */
  available(items: Items): Items {
    const now = performance.now();
    for (const [id, until] of this.#broken) if (until <= now) this.#broken.delete(id);
    const isOffline = !navigator.onLine || this.#failures >= FAILURES_WITHOUT_NETWORK;
    if (this.#broken.size === 0 && !isOffline) return items;
    const unbroken = [...items].filter(([id]) => !this.#broken.has(id));
    const cached = isOffline ? unbroken.filter(([id]) => this.#loaded.has(id)) : [];
    // With none of them there is nothing to lose: what loads then shows that the network is back.
    return new Map(cached.length > 0 ? cached : unbroken);
  }

  /** @param onSettled called once, with how many of its pictures did not load, unless it was dropped before */
  begin(
    spread: Spread,
    { at, stage }: { at: number | undefined; stage: Size },
    onSettled: (missing: number) => void,
  ): Coming {
    const left = new AbortController();
    const drop = () => {
      left.abort();
      releaseAll(coming.pictures ?? []);
    };
    const coming: Coming = { spread, at, drop };
    void this.#loadAll(spread, stage, left.signal).then((pictures) => {
      if (left.signal.aborted) return releaseAll(pictures);
      coming.pictures = pictures;
      onSettled(spread.items.length - pictures.length);
    });
    return coming;
  }

  async #loadAll({ items, isArrival }: Spread, stage: Size, signal: AbortSignal): Promise<ReadyPicture[]> {
    const sizes = layOut(items.map(ratioOf), stage, 0);
    const largerWithinMs = isArrival ? LARGER_ARRIVAL_WITHIN_MS : LARGER_WITHIN_MS;
    const settled = await Promise.allSettled(
      items.map((item, index) =>
        this.#load(item, { widthPx: sizes[index]?.width ?? 0, largerWithinMs, signal }),
      ),
    );
    settled.forEach((one, index) => {
      const id = items[index]?.id ?? '';
      if (one.status === 'fulfilled') this.#noteLoaded(id);
      else if (!signal.aborted) this.#noteBroken(id);
    });
    return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  }

  #noteLoaded(id: string): void {
    this.#failures = 0;
    this.#loaded.delete(id);
    this.#loaded.add(id);
    const [first] = this.#loaded;
    if (first !== undefined && this.#loaded.size > MOST_LOADED) this.#loaded.delete(first);
  }

  #noteBroken(id: string): void {
    this.#failures += 1;
    this.#loaded.delete(id);
    this.#broken.set(id, performance.now() + BROKEN_MS);
  }
}

/** Lets go of what pictures hold. */
export function releaseAll(pictures: readonly ReadyPicture[]): void {
  for (const picture of pictures) picture.release();
}
