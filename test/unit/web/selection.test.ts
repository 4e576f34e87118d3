import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MediaView } from '../../../shared/contract/entities.ts';
import { createChosenItems } from '../../../web/src/features/selection/chosen-items.ts';
import { runOnItems } from '../../../web/src/features/selection/run-on-items.ts';
import { saveItems, type SavePorts } from '../../../web/src/features/selection/save-items.ts';
import { CallError } from '../../../web/src/lib/call.ts';

const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }) as MediaView);
const refusal = (status: number) => new CallError({ status, statusText: '', text: '', retryAfter: null });

const beginChoosing = () => {
  let list = items;
  const chosen = createChosenItems(() => list);
  return {
    chosen,
    ids: () => [...chosen.ids()].toSorted().join(''),
    list: (ids: string) => void (list = ids.split('').map((id) => ({ id }) as MediaView)),
  };
};

describe('chosen items', () => {
  it('are chosen one by one, and not any more', () => {
    const { chosen, ids } = beginChoosing();
    chosen.press(1);
    chosen.press(3);
    chosen.press(1);
    chosen.press(9);
    expect(ids()).toBe('d');
    expect([chosen.has('d'), chosen.has('b')]).toEqual([true, false]);
  });

  it('are all up to the one that was pressed last, in either direction', () => {
    const { chosen, ids } = beginChoosing();
    chosen.press(2);
    chosen.extendTo(4);
    expect(ids()).toBe('cde');
    chosen.extendTo(1);
    expect(ids()).toBe('bcde');
  });

  it('begin with one alone where nothing was pressed yet', () => {
    const { chosen, ids } = beginChoosing();
    chosen.extendTo(2);
    expect(ids()).toBe('c');
  });

  it('follow a drag there and back', () => {
    const { chosen, ids } = beginChoosing();
    chosen.press(0);
    chosen.beginDrag(2);
    chosen.dragTo(4);
    expect(ids()).toBe('acde');
    chosen.dragTo(3);
    expect(ids()).toBe('acd');
    chosen.dragTo(1);
    expect(ids()).toBe('abc');
  });

  it('are left by a drag that begins at a chosen one', () => {
    const { chosen, ids } = beginChoosing();
    chosen.press(0);
    chosen.extendTo(4);
    chosen.beginDrag(1);
    chosen.dragTo(3);
    expect(ids()).toBe('ae');
  });

  it('are ranges of the order that there is by then', () => {
    const { chosen, ids, list } = beginChoosing();
    chosen.press(1);
    list('xyabcde');
    chosen.extendTo(4);
    expect(ids()).toBe('bc');
  });

  it('tell who listens', () => {
    const { chosen, ids } = beginChoosing();
    const listener = vi.fn<() => void>();
    const stop = chosen.subscribe(listener);
    chosen.press(1);
    chosen.clear();
    stop();
    chosen.press(2);
    expect(listener).toHaveBeenCalledTimes(2);
    expect(ids()).toBe('c');
  });
});

const idsOf = (list: readonly MediaView[]) => list.map(({ id }) => id).join('');

const runWith = async (failures: Record<string, unknown>) => {
  const tried: string[] = [];
  const { done, left, error } = await runOnItems(items, async ({ id }) => {
    tried.push(id);
    if (id in failures) throw failures[id];
  });
  return { tried: tried.join(''), done: idsOf(done), left: idsOf(left), error };
};

describe('several items', () => {
  it('are all done', async () => {
    expect(await runWith({})).toEqual({ tried: 'abcde', done: 'abcde', left: '', error: undefined });
  });

  it('are done although one of them fails, and the first failure is told', async () => {
    const [first, second] = [refusal(404), refusal(500)];
    expect(await runWith({ b: first, d: second })).toEqual({
      tried: 'abcde',
      done: 'ace',
      left: 'bd',
      error: first,
    });
  });

  it.each([
    ['nobody answers', new TypeError('Failed to fetch')],
    ['somebody else is signed in', refusal(401)],
    ['it was too much', refusal(429)],
  ])('are not tried further once %s', async (_, error) => {
    expect(await runWith({ b: error })).toEqual({ tried: 'ab', done: 'a', left: 'bcde', error });
  });
});

const isOwn = (item: MediaView) => 'bd'.includes(item.id);

describe('several items of which one is forbidden', () => {
  const mixed = items.map((item) => ({ ...item, isOwn: isOwn(item) }));
  const tryAll = async (forbids: (item: MediaView) => boolean) => {
    const tried: string[] = [];
    const { done, left } = await runOnItems(mixed, async (item) => {
      tried.push(item.id);
      if (forbids(item)) throw refusal(403);
    });
    return { tried: tried.join(''), done: idsOf(done), left: idsOf(left) };
  };

  it('are not asked for in vain: whoever runs the event no longer, has one of others and one of theirs refused', async () => {
    expect(await tryAll(() => true)).toEqual({ tried: 'ab', done: '', left: 'abcde' });
  });

  it('are done as far as they are the viewer’s own, if that is what they still may', async () => {
    expect(await tryAll((item) => !isOwn(item))).toEqual({ tried: 'abd', done: 'bd', left: 'ace' });
  });
});

const beginSaving = (mayShare: SavePorts['mayShare']) => {
  const done: string[] = [];
  const ending = new AbortController();
  const ports: SavePorts = {
    hrefOf: (id) => id,
    mayShare,
    share: async (files) => void done.push(`share ${files.map(({ name }) => name).join(' ')}`),
    download: ({ name }) => void done.push(`download ${name}`),
    downloadFrom: (href) => void done.push(`from ${href}`),
    onProgress: (count) => void done.push(`${count}`),
    signal: ending.signal,
  };
  return { done, ports, ending };
};

const manyItems = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `f${index}` }) as MediaView);
const shares = (done: readonly string[]) =>
  done.filter((what) => what.startsWith('share')).map((what) => what.split(' ').length - 1);

describe('saving several', () => {
  const MEGABYTE = 1024 * 1024;
  let sizes: Record<string, number>;
  beforeEach(() => {
    sizes = {};
    vi.stubGlobal('fetch', async (href: string) => {
      const size = sizes[href];
      if (size === undefined) throw new TypeError('Failed to fetch');
      return new Response(new Uint8Array(Math.min(size, 50 * MEGABYTE)), {
        headers: { 'content-length': String(size), 'content-disposition': `x; filename*=UTF-8''${href}.jpg` },
      });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const isEachGiven = () => (sizes = { a: 10, b: 20, c: 30, d: 40, e: 50 });

  it('downloads one after the other', async () => {
    isEachGiven();
    const { done, ports } = beginSaving(() => false);
    expect(await saveItems(items.slice(0, 2), ports)).toEqual([]);
    expect(done).toEqual(['1', 'download a.jpg', '2', 'download b.jpg']);
  });

  it('hands all that the share sheet takes to it together, and downloads the others', async () => {
    isEachGiven();
    const { done, ports } = beginSaving(
      (...files) => files.length < 3 && files.every(({ name }) => name !== 'b.jpg'),
    );
    await saveItems(items, ports);
    expect(done.filter((what) => what.length > 1)).toEqual([
      'share a.jpg',
      'download b.jpg',
      'share c.jpg d.jpg',
      'share e.jpg',
    ]);
  });

  it('hands no more than 10 files to the share sheet at a time', async () => {
    const many = manyItems(23);
    sizes = Object.fromEntries(many.map(({ id }) => [id, 10]));
    const { done, ports } = beginSaving(() => true);
    expect(await saveItems(many, ports)).toEqual([]);
    expect(shares(done)).toEqual([10, 10, 3]);
  });

  it('hands no more than 50 MB to the share sheet at a time', async () => {
    const many = manyItems(4);
    sizes = { f0: 2 * MEGABYTE, f1: 48 * MEGABYTE, f2: 1, f3: 50 * MEGABYTE };
    const { done, ports } = beginSaving(() => true);
    expect(await saveItems(many, ports)).toEqual([]);
    expect(shares(done)).toEqual([2, 1, 1]);
  });

  it('leaves what is too large for memory to the browser', async () => {
    sizes = { a: 65 * MEGABYTE, b: 10 };
    const { done, ports } = beginSaving(() => true);
    expect(await saveItems(items.slice(0, 2), ports)).toEqual([]);
    expect(done).toEqual(['1', 'from a', '2', 'share b.jpg']);
  });

  it('says what did not come', async () => {
    sizes = { a: 10, c: 10 };
    const { done, ports } = beginSaving(() => false);
    expect(await saveItems(items.slice(0, 3), ports)).toEqual([items[1]]);
    expect(done).toEqual(['1', 'download a.jpg', '2', '3', 'download c.jpg']);
  });

  it('ends where it is stopped', async () => {
    isEachGiven();
    const { done, ports, ending } = beginSaving(() => false);
    const saving = saveItems(items, { ...ports, download: () => ending.abort() });
    await expect(saving).rejects.toThrow('abort');
    expect(done).toEqual(['1', '2']);
  });
});
