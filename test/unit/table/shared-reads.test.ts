import { describe, expect, it } from 'vitest';
import { SHARED_READS } from '../../../functions/domain/shared-reads.ts';
import { createSharedReads } from '../../../functions/table/shared-reads.ts';

const { burst, everyMs } = SHARED_READS.same;
const START = Date.UTC(2026, 5, 30, 18);

/** A list that is read through shared reads, and how often it was. */
function sharedList(most = 10) {
  const read = createSharedReads<number>(most);
  const list = { reads: 0, answer: async () => list.reads };
  const at = (ms: number, { key = 'page', version = 0, changes = 0 } = {}) =>
    read({ key, version, changes, now: new Date(START + ms) }, () => {
      list.reads += 1;
      return list.answer();
    });
  return { list, at };
}

const throttled = () => Promise.reject(Object.assign(new Error('Busy.'), { name: 'ThrottlingException' }));

describe('what many ask for at once', () => {
  it('is read a few times, and then only as often as is agreed', async () => {
    const { list, at } = sharedList();
    for (let ms = 0; ms < 10_000; ms += 3) await at(ms);
    expect(list.reads).toBeLessThanOrEqual(burst + 10_000 / everyMs);
  });

  it('is never older than the time between two reads', async () => {
    const { list, at } = sharedList();
    const readAt: number[] = [];
    for (let ms = 0; ms < 10_000; ms += 7) {
      const number = await at(ms);
      readAt[list.reads] ??= ms;
      expect(ms - (readAt[number] ?? 0)).toBeLessThanOrEqual(everyMs);
    }
  });

  it('is one answer for all who ask while it is read', async () => {
    const { list, at } = sharedList();
    const answers = await Promise.all(Array.from({ length: 100 }, () => at(0)));
    expect(list.reads).toBe(burst);
    expect(answers).toHaveLength(100);
  });
});

describe('what few ask for', () => {
  it('is read each time', async () => {
    const { list, at } = sharedList();
    for (let time = 0; time < 10; time += 1) await at(time * everyMs);
    expect(list.reads).toBe(10);
    for (let ms = 0; ms < burst; ms += 1) await at(100_000 + ms);
    expect(list.reads).toBe(10 + burst);
  });
});

const crowd = async () => {
  const shared = sharedList();
  for (let ms = 0; ms < 900; ms += 9) await shared.at(ms);
  return shared;
};

describe('what must not be missed', () => {
  it('is in the next answer, however many ask', async () => {
    const { list, at } = await crowd();
    const before = list.reads;
    expect(await at(900)).toBe(before);
    expect(await at(901, { version: 2 })).toBe(before + 1);
    // Who was told earlier of the event is answered with what is newer.
    expect(await at(902, { version: 0 })).toBe(before + 1);
  });

  it('is read again once no index can be late any more', async () => {
    const { list, at } = await crowd();
    await at(901, { version: 2 });
    const { reads } = list;
    expect([await at(1000, { version: 2 }), await at(1102, { version: 2 })]).toEqual([reads, reads + 1]);
    expect(await at(1200, { version: 2 })).toBe(reads + 1);
  });
});

describe('what has changed', () => {
  it('is in the next answer, however often others looked, and once no index can be late any more', async () => {
    const { list, at } = await crowd();
    const before = list.reads;
    expect(await at(900, { changes: 1 })).toBe(before + 1);
    expect([await at(901, { changes: 1 }), await at(1099, { changes: 1 })]).toEqual([before + 1, before + 1]);
    expect(await at(1101, { changes: 1 })).toBe(before + 2);
    expect(await at(1102, { changes: 1 })).toBe(before + 2);
  });

  it('again and again is read a few times, and then only as often as is agreed', async () => {
    const { list, at } = sharedList();
    for (let ms = 0; ms < 30_000; ms += 10) await at(ms, { changes: ms });
    const { same, changed } = SHARED_READS;
    const most = same.burst + changed.burst + 30_000 / same.everyMs + 30_000 / changed.everyMs;
    expect(list.reads).toBeGreaterThan(changed.burst);
    expect(list.reads).toBeLessThanOrEqual(most);
  });
});

describe('a table that is too busy', () => {
  it('leaves what was read last, for half a minute and without asking it more often', async () => {
    const { list, at } = sharedList();
    expect(await at(0)).toBe(1);
    list.answer = throttled;
    for (let ms = 300; ms < 29_900; ms += 100) expect(await at(ms)).toBe(1);
    expect(list.reads).toBeLessThanOrEqual(burst + 30_000 / everyMs);
    await expect(at(35_000)).rejects.toThrow('Busy.');
  });

  it('leaves nothing that lacks what must not be missed', async () => {
    const { list, at } = sharedList();
    await at(0);
    list.answer = throttled;
    await expect(at(500, { version: 2 })).rejects.toThrow('Busy.');
  });

  it('is asked anew by the next after a failure that no earlier answer stands in for', async () => {
    const { list, at } = sharedList();
    list.answer = throttled;
    await expect(at(0)).rejects.toThrow('Busy.');
    list.answer = async () => 7;
    expect(await at(1)).toBe(7);
  });
});

it('what was last asked for is kept, and no more of it than is said', async () => {
  const { list, at } = sharedList(2);
  // So often that each of them would be known.
  const askFor = async (key: string) => {
    for (let times = 0; times <= burst; times += 1) await at(0, { key });
  };
  await askFor('a');
  await askFor('b');
  await at(1, { key: 'a' });
  await askFor('c');
  const { reads } = list;
  await at(2, { key: 'a' });
  expect(list.reads).toBe(reads);
  await at(2, { key: 'b' });
  expect(list.reads).toBe(reads + 1);
});
