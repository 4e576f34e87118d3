import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../functions/domain/ids.ts';
import { claimTurn } from '../../functions/notifications/notification-throttle.ts';

const START = Date.parse('2020-06-30T18:00:00.000Z');
let eventId: string;

beforeEach(() => {
  eventId = newId('evt');
});

const take = (about: string, seconds: number): Promise<boolean> =>
  claimTurn({ eventId, kind: 'new', about }, new Date(START + seconds * 1000));

describe('the minute’s turn', () => {
  it('goes to one trigger, however often its job is repeated', async () => {
    expect(await take('a', 0)).toBe(true);
    expect(await take('a', 0)).toBe(true);
    expect(await take('b', 59.999)).toBe(false);
    expect(await take('b', 60)).toBe(true);
    expect(await take('c', 30)).toBe(false);
  });

  it('goes to one of many that ask at once', async () => {
    const taken = await Promise.all(Array.from({ length: 8 }, (_, one) => take(`m${one}`, 0)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
});
