import { describe, expect, it } from 'vitest';
import { settlesWithin } from '../../../infra/local/timers/timers.ts';

/** A timer that goes off when a test says so. */
function oneTimer() {
  const timer = { asked: 0, isCancelled: false, goOff: () => {} };
  const after = (milliseconds: number, run: () => void) => {
    Object.assign(timer, { asked: milliseconds, goOff: run });
    return () => {
      timer.isCancelled = true;
    };
  };
  return { timer, after };
}

describe('waiting for a promise up to a limit', () => {
  it.each([
    ['kept', () => Promise.resolve()],
    ['broken', () => Promise.reject(new Error('broken'))],
  ])('ends with a promise that is %s, and leaves no timer behind', async (_how, begin) => {
    const { timer, after } = oneTimer();
    expect(await settlesWithin(begin(), 10_000, { after })).toBe(true);
    expect(timer).toMatchObject({ asked: 10_000, isCancelled: true });
  });

  it('ends when the time is up', async () => {
    const { timer, after } = oneTimer();
    const waiting = settlesWithin(new Promise(() => {}), 10_000, { after });
    timer.goOff();
    expect(await waiting).toBe(false);
  });
});
