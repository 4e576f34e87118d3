import type { Parts } from './score.ts';

type Ground = { readonly words: string; readonly strength: number };

/** Each argument's weight when a reason has to choose, and the value from which it may be claimed. */
const GROUNDS: Readonly<Record<keyof Parts, { weight: number; from: number; words: string }>> = {
  focus: { weight: 19, from: 0.5, words: 'it is in sharp focus' },
  exposure: { weight: 17, from: 0.8, words: 'it is well exposed' },
  contrast: { weight: 14, from: 0.6, words: 'light and shade stand out well' },
  size: { weight: 5, from: 0.6, words: 'it is large enough to print' },
  votes: { weight: 30, from: 0, words: 'guests voted for it' },
  colour: { weight: 12, from: 0.6, words: 'its colours are vivid' },
  shape: { weight: 5, from: 0.9, words: 'its shape fills a frame well' },
};

/** What stands out against the rest of the event says more than what all of its photos share. */
const PRESENT = 0.3;
const OUTSTANDING = 2.5;

const BEST_OF_SCENE = 8;

/**
 * One plain sentence with the two strongest arguments.
 * @param photo its parts and votes, the means of the event's parts, and how many shots its scene has
 */
export function reasonFor(photo: {
  parts: Parts;
  voteCount: number;
  isMeasured: boolean;
  means: Parts;
  sceneSize: number;
}): string {
  const names = Object.keys(GROUNDS) as (keyof Parts)[];
  const claimable = names.filter((name) =>
    name === 'votes' ? photo.voteCount > 0 : photo.isMeasured && photo.parts[name] >= GROUNDS[name].from,
  );
  const grounds: Ground[] = claimable.map((name) => {
    const value = photo.parts[name];
    const { weight, words } = GROUNDS[name];
    return { words, strength: weight * (PRESENT * value + OUTSTANDING * (value - photo.means[name])) };
  });
  if (photo.sceneSize > 1) {
    grounds.push({
      words: `it is the best of ${photo.sceneSize} similar shots`,
      strength: BEST_OF_SCENE,
    });
  }
  grounds.sort((a, b) => b.strength - a.strength);
  // True of every pick, so that there are always two arguments.
  const always = ['it shows a moment that no other highlight shows', 'it ranks high among the photos here'];
  const [first, second] = [...grounds.map(({ words }) => words), ...always];
  return `Picked because ${first} and ${second}.`;
}
