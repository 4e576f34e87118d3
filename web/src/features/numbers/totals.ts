import type { EventNumbers } from '../../../../shared/contract/numbers.ts';
import { formatCount } from '../../../../shared/values/count-text.ts';

type Total = readonly [count: string, noun: string];

const total = (count: number, noun: string): Total => [formatCount(count), count === 1 ? noun : `${noun}s`];

/** How much came and from how many, each as its number and its noun. */
export function totalsOf({ itemCount, photoCount, videoCount, senderCount }: EventNumbers): Total[] {
  const items =
    photoCount === null || videoCount === null
      ? [total(itemCount, 'upload')]
      : [
          ...(photoCount > 0 ? [total(photoCount, 'photo')] : []),
          ...(videoCount > 0 ? [total(videoCount, 'video')] : []),
        ];
  return [...items, total(senderCount, 'contributor')];
}

/** Everybody who has a place, beside the owner. */
export const guestsOf = ({ peopleCount }: EventNumbers): Total => total(peopleCount, 'guest');
