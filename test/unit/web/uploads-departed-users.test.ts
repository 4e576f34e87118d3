import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  markForgotten,
  markDeparted,
  onDeparture,
} from '../../../web/src/features/uploads/departed-users.ts';

const DAY_MS = 86_400_000;
let listeners: ((event: { key: string | null; newValue: string | null }) => void)[];
/** Like a browser's: `Object.keys` returns only stored keys. */
let storage: Record<string, string> & { setItem?: unknown };

beforeEach(() => {
  listeners = [];
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void delete storage[key],
  };
  storage = Object.create(methods) as typeof storage;
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('addEventListener', (_: string, run: (typeof listeners)[number]) => listeners.push(run));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The departed users that a page learns of when it opens now, and whether their data still has to be deleted. */
function departedUsersAt(nowMs: number) {
  const departed: [string, boolean][] = [];
  onDeparture((uploader, isNew) => departed.push([uploader, isNew]), nowMs);
  return departed;
}

it('notes a departed user for 30 days, and that their data has to be deleted until that is done', () => {
  markDeparted('guest:a', 0);
  expect(departedUsersAt(DAY_MS)).toEqual([['guest:a', true]]);
  markForgotten('guest:a', DAY_MS);
  expect(departedUsersAt(31 * DAY_MS)).toEqual([['guest:a', false]]);
  // The last page that still learns of it removes it.
  expect(departedUsersAt(31 * DAY_MS + 1)).toEqual([['guest:a', false]]);
  expect(departedUsersAt(31 * DAY_MS + 2)).toEqual([]);
});

it('learns of departed users from other tabs, and ignores other storage events', () => {
  const departed = departedUsersAt(0);
  for (const listener of listeners) {
    listener({ key: 'left_for_good guest:b', newValue: 'new 0' });
    listener({ key: 'left_for_good guest:b', newValue: null });
    listener({ key: 'guest_credentials', newValue: '{}' });
    listener({ key: null, newValue: null });
  }
  expect(departed).toEqual([['guest:b', true]]);
});

it('does not fail without storage', () => {
  vi.stubGlobal('localStorage', undefined);
  markDeparted('guest:a', 0);
  expect(departedUsersAt(0)).toEqual([]);
});
