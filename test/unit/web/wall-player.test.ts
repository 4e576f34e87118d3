import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Deck, DeckChange } from '../../../web/src/features/wall/deck.ts';
import type { ReadyPicture } from '../../../web/src/features/wall/load-picture.ts';
import { Player } from '../../../web/src/features/wall/player.ts';
import type { WallItem } from '../../../web/src/features/wall/wall-item.ts';

class Video extends EventTarget {}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('HTMLVideoElement', Video);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const video = (id: string, durationSeconds = 12) =>
  ({ id, kind: 'video', width: 16, height: 9, voteCount: 0, durationSeconds }) as WallItem;

const nothing = () => {};

/** A wall of these items, whose files are there at once. */
async function play(...shown: WallItem[]) {
  const items = new Map(shown.map((item) => [item.id, item]));
  let tell: (change: DeckChange) => void = nothing;
  const deck = {
    items,
    isRead: true,
    subscribe: (listener: typeof tell) => {
      tell = listener;
      return nothing;
    },
  } as unknown as Deck;
  const player = new Player({
    deck,
    load: async (item) => {
      const element = item.kind === 'video' ? new Video() : {};
      return { item, element, begin: nothing, pause: nothing, release: nothing } as ReadyPicture;
    },
    stage: () => ({ width: 1920, height: 1080 }),
    dissolveMs: () => 0,
    random: () => 0,
    onBroken: nothing,
  });
  player.start();
  await pass(0);
  const current = () => player.view.layers.at(-1)?.pictures.map(({ item }) => item.id);
  const come = (item: WallItem) => {
    items.set(item.id, item);
    tell({ arrived: [item.id], hasLost: false });
  };
  return { player, current, come };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

it('a video plays for as long as it is, and for twenty seconds at most', async () => {
  const { current } = await play(video('a', 90), video('b', 12));
  await pass(19.9);
  expect(current()).toEqual(['a']);
  await pass(0.2);
  expect(current()).toEqual(['b']);
  await pass(11.7);
  expect(current()).toEqual(['b']);
  await pass(0.3);
  expect(current()).toEqual(['a']);
});

it('a video that is stepped to while the wall is paused has its whole time then', async () => {
  const { player, current } = await play(video('a'), video('b'));
  await pass(10);
  player.togglePause();
  player.next();
  await pass(60);
  expect(current()).toEqual(['b']);
  player.togglePause();
  await pass(11);
  expect(current()).toEqual(['b']);
  await pass(2);
  expect(current()).toEqual(['a']);
});

it('what comes after somebody has gone back is next, before what they went back from', async () => {
  const { player, current, come } = await play(video('a'), video('b'));
  await pass(13);
  expect(current()).toEqual(['b']);
  player.back();
  await pass(0);
  expect(current()).toEqual(['a']);
  come(video('c'));
  await pass(4);
  expect(current()).toEqual(['c']);
});

it('a photo that has come while a video was paused is there within six seconds of going on', async () => {
  const { player, current, come } = await play(video('a', 20));
  player.togglePause();
  come({ ...video('b'), kind: 'picture', durationSeconds: null });
  await pass(60);
  expect(current()).toEqual(['a']);
  player.togglePause();
  await pass(6);
  expect(current()).toEqual(['b']);
});
