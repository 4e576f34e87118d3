import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { atTheEnd, untilDeadline, waitingTimeMs, withinRun } from '../../../functions/aws/deadline.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const contextWith = (remainingMs: number) => ({ getRemainingTimeInMillis: () => remainingMs });

describe('a run', () => {
  it('waits until a second before Lambda would kill it, and gives its requests up then', async () => {
    await withinRun(contextWith(15_000), async () => {
      const signal = untilDeadline();
      expect(waitingTimeMs()).toBe(14_000);
      await vi.advanceTimersByTimeAsync(13_999);
      expect([waitingTimeMs(), signal?.aborted]).toEqual([1, false]);
      await vi.advanceTimersByTimeAsync(1);
      expect([waitingTimeMs(), signal?.aborted]).toEqual([0, true]);
      expect(signal?.reason).toMatchObject({ name: 'TimeoutError' });
    });
  });

  it('has most of that second for what must be done at the end', async () => {
    await withinRun(contextWith(1_000), async () => {
      await vi.advanceTimersByTimeAsync(0);
      expect([waitingTimeMs(), untilDeadline()?.aborted]).toEqual([0, true]);
      expect(await atTheEnd(() => [waitingTimeMs(), untilDeadline()?.aborted])).toEqual([900, false]);
    });
    expect(await atTheEnd(waitingTimeMs)).toBe(Infinity);
  });

  it('leaves no timer behind, however it ends', async () => {
    expect(await withinRun(contextWith(15_000), () => 'done')).toBe('done');
    const failing = withinRun(contextWith(15_000), () => Promise.reject(new Error('failed')));
    await expect(failing).rejects.toThrow('failed');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('with more time than a timer can wait does not end at once', async () => {
    await withinRun(contextWith(2 ** 32), async () => {
      await vi.advanceTimersByTimeAsync(1);
      expect(untilDeadline()?.aborted).toBe(false);
    });
  });
});

describe('outside of a run', () => {
  it.each([undefined, {}, 'x'])('nothing ends what waits, nor with a context that is %j', async (context) => {
    await withinRun(context, () => {
      expect(waitingTimeMs()).toBe(Infinity);
      expect(untilDeadline()).toBeUndefined();
    });
  });
});

describe('a signal', () => {
  it('aborts with the first of several', async () => {
    await withinRun(contextWith(15_000), async () => {
      const own = new AbortController();
      const either = [untilDeadline(own.signal), untilDeadline(new AbortController().signal)];
      own.abort();
      expect(either.map((signal) => signal?.aborted)).toEqual([true, false]);
      await vi.advanceTimersByTimeAsync(14_000);
      expect(either.map((signal) => signal?.aborted)).toEqual([true, true]);
    });
  });

  it('is the own one outside of a run', () => {
    const { signal } = new AbortController();
    expect(untilDeadline(signal)).toBe(signal);
  });
});
