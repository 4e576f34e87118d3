import type { EventNumbers } from '../../../../shared/contract/numbers.ts';

const MOST_PHOTOS = 3;

/** The addresses of the photos in the picture: the most liked, and then the newest. */
export function photosOf({
  topItems,
  newestItems,
}: Pick<EventNumbers, 'topItems' | 'newestItems'>): string[] {
  const items = new Map([...topItems, ...newestItems].map((item) => [item.id, item]));
  return [...items.values()]
    .flatMap(({ renditions: { small, tile, screen } }) => (screen ?? tile ?? small)?.url ?? [])
    .slice(0, MOST_PHOTOS);
}
