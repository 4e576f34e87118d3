import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MediaView } from '../../../shared/contract/entities.ts';
import type { LiveItem } from '../../../shared/contract/live-updates.ts';
import { Deck, type DeckChange } from '../../../web/src/features/wall/deck.ts';
import { type Hearing, ItemSource, type SourcePorts } from '../../../web/src/features/wall/item-source.ts';

const rendition = { url: '/r.webp', width: 1600, height: 1200 };

const view = (id: string, changes: Partial<MediaView> = {}) =>
  ({
    id,
    kind: 'picture',
    state: 'ready',
    status: 'approved',
    width: 4000,
    height: 3000,
    voteCount: 0,
    durationSeconds: null,
    renditions: { screen: rendition },
    playUrl: null,
    blur: null,
    ...changes,
  }) as MediaView;

const heard = (id: string, version = 1, changes: Partial<MediaView> = {}) =>
  ({ ...view(id, changes), version }) as unknown as LiveItem;

function newDeck() {
  const deck = new Deck(() => false);
  const changes: DeckChange[] = [];
  deck.subscribe((change) => changes.push(change));
  return {
    deck,
    ids: () => [...deck.items.keys()],
    arrived: () => changes.flatMap((change) => change.arrived),
  };
}

describe('the deck', () => {
  it('has approved items with a picture alone', () => {
    const { deck, ids } = newDeck();
    const page = [
      view('a'),
      view('b', { state: 'processing' }),
      view('c', { state: 'unsupported' }),
      view('d', { status: 'pending' }),
      view('e', { renditions: {} }),
    ];
    deck.read(page, deck.ask(), false);
    expect(ids()).toEqual(['a']);
  });

  it('tells of what came, the first to come first, and not of what was there', () => {
    const { deck, arrived } = newDeck();
    deck.read([view('b'), view('a')], deck.ask(), false);
    deck.read([view('d'), view('c'), view('b')], deck.ask(), true);
    deck.hear({ items: [heard('e'), heard('a')] });
    expect(arrived()).toEqual(['c', 'd', 'e']);
  });

  it('keeps out what is gone, whatever older answer has it', () => {
    const { deck, ids } = newDeck();
    const asked = deck.ask();
    deck.hear({ gone: [{ id: 'a', version: 3 }, { id: 'b' }] });
    deck.read([view('a'), view('b')], asked, false);
    deck.hear({ items: [heard('a', 2), heard('b', 9)] });
    expect(ids()).toEqual([]);
    // Approved again.
    deck.hear({ items: [heard('a', 4)] });
    expect(ids()).toEqual(['a']);
    deck.hear({ gone: [{ id: 'a', version: 3 }] });
    expect(ids()).toEqual(['a']);
  });

  it('counts votes', () => {
    const { deck } = newDeck();
    deck.read([view('a')], deck.ask(), false);
    deck.hear({
      votes: [
        { id: 'a', count: 7, version: 1 },
        { id: 'x', count: 1, version: 1 },
      ],
    });
    expect(deck.items.get('a')?.voteCount).toBe(7);
    expect(deck.items.has('x')).toBe(false);
  });
});

class Refused extends Error {}

function start(list: MediaView[][], ports: Partial<SourcePorts> = {}) {
  const event = { list, isDown: undefined as Error | undefined, count: 0 };
  const calls: string[] = [];
  let hearing: Hearing | undefined;
  const onRefused = vi.fn<(error: unknown) => void>();
  const found = newDeck();
  const source = new ItemSource(found.deck, {
    readPage: async (cursor) => {
      calls.push(`page ${cursor ?? 0}`);
      if (event.isDown) throw event.isDown;
      const at = Number(cursor ?? 0);
      return {
        items: event.list[at] ?? [],
        nextCursor: at + 1 < event.list.length ? String(at + 1) : null,
      };
    },
    readCount: async () => {
      calls.push('count');
      if (event.isDown) throw event.isDown;
      return event.count;
    },
    listen: (said) => {
      hearing = said;
      return () => void (hearing = undefined);
    },
    lookPauseMs: (quiet) => 20_000 * (quiet + 1),
    isRefusal: (error) => error instanceof Refused,
    onRefused,
    random: () => 0.5,
    ...ports,
  });
  source.start();
  return { ...found, source, event, calls, onRefused, hearing: () => hearing };
}

describe('where items come from', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('addEventListener', vi.fn<() => void>());
    vi.stubGlobal('removeEventListener', vi.fn<() => void>());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is the list, page by page, and then what is heard', async () => {
    const { ids, calls, hearing, arrived, source } = start([[view('c'), view('b')], [view('a')]]);
    await vi.advanceTimersByTimeAsync(0);
    expect(ids()).toEqual(['c', 'b']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ids()).toEqual(['c', 'b', 'a']);
    hearing()?.onMessage({ items: [heard('d')] });
    expect(arrived()).toEqual(['d']);
    expect(calls).toEqual(['page 0', 'page 1']);
    source.end();
    expect(hearing()).toBeUndefined();
  });

  it('reads the newest once it hears, and does not look while it does', async () => {
    const { event, calls, hearing, arrived, source } = start([[view('a')]]);
    await vi.advanceTimersByTimeAsync(0);
    event.list = [[view('b'), view('a')]];
    hearing()?.onConnected(true);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(calls).toEqual(['page 0', 'page 0']);
    expect(arrived()).toEqual(['b']);
    source.end();
  });

  it('reads all again when it hears again, because anything may be gone', async () => {
    const { event, hearing, ids, source } = start([[view('b'), view('a')]]);
    hearing()?.onConnected(true);
    await vi.advanceTimersByTimeAsync(0);
    hearing()?.onConnected(false);
    event.list = [[view('c'), view('b')]];
    hearing()?.onConnected(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(ids()).toEqual(['b', 'c']);
    source.end();
  });

  it('reads all again after a walk during which it began to hear again', async () => {
    const { event, hearing, ids, source } = start([[view('b')], [view('a')]]);
    hearing()?.onConnected(true);
    await vi.advanceTimersByTimeAsync(0);
    hearing()?.onConnected(false);
    // The page with it has been read.
    event.list = [[], [view('a')]];
    hearing()?.onConnected(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ids()).toEqual(['a']);
    source.end();
  });

  it('tries again where the newest could not be read', async () => {
    const { event, hearing, ids, source } = start([[view('a')]]);
    await vi.advanceTimersByTimeAsync(0);
    event.isDown = new TypeError('Failed to fetch');
    hearing()?.onConnected(true);
    await vi.advanceTimersByTimeAsync(1_000);
    event.isDown = undefined;
    event.list = [[view('b'), view('a')]];
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ids()).toEqual(['a', 'b']);
    source.end();
  });

  it('without a connection looks again for what is still being prepared, though no count changes', async () => {
    const { event, ids, source } = start([[view('b', { state: 'processing' }), view('a')]]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(ids()).toEqual(['a']);
    event.list = [[view('b'), view('a')]];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ids()).toEqual(['a', 'b']);
    source.end();
  });

  it('looks for changes as long as it hears of none', async () => {
    const { event, calls, arrived, ids, source } = start([[view('a')]]);
    await vi.advanceTimersByTimeAsync(20_000);
    event.list = [[view('b'), view('a')]];
    event.count = 1;
    await vi.advanceTimersByTimeAsync(20_000);
    // Something may have come before the first count.
    expect(calls).toEqual(['page 0', 'count', 'page 0', 'count', 'page 0']);
    expect(arrived()).toEqual(['b']);
    // One is gone.
    event.list = [[view('a')]];
    event.count = 0;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(ids()).toEqual(['a']);
    source.end();
  });

  it('walks the list again before the cookies of its files expire', async () => {
    const { event, hearing, ids, source } = start([[view('b')], [view('a')]]);
    hearing()?.onConnected(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ids()).toEqual(['b', 'a']);
    event.list = [[view('b')]];
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    expect(ids()).toEqual(['b']);
    source.end();
  });

  it('goes on once the network is back, and keeps what it has', async () => {
    const { event, ids, source } = start([[view('a')]]);
    await vi.advanceTimersByTimeAsync(0);
    event.isDown = new TypeError('Failed to fetch');
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(ids()).toEqual(['a']);
    event.isDown = undefined;
    event.list = [[view('b')]];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ids()).toEqual(['b']);
    source.end();
  });

  it('ends where the viewer is refused', async () => {
    const { event, calls, onRefused, hearing } = start([[view('a')]]);
    await vi.advanceTimersByTimeAsync(0);
    event.isDown = new Refused();
    hearing()?.onRefused();
    await vi.advanceTimersByTimeAsync(0);
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(event.isDown);
    const made = calls.length;
    await vi.advanceTimersByTimeAsync(2 * 60 * 60_000);
    expect(calls).toHaveLength(made);
  });

  it('renews cookies once a minute at most', async () => {
    const { calls, source } = start([[view('a')]]);
    await vi.advanceTimersByTimeAsync(0);
    for (let round = 0; round < 3; round += 1) source.renew();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toEqual(['page 0', 'page 0']);
    source.end();
  });
});
