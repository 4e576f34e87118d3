import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  markForgotten,
  markDeparted,
  onDeparture,
} from '../../../web/src/features/uploads/departed-users.ts';

const DAY_MS = 86_400_000;
let listeners: ((event: { key: string | null; newValue: string | null }) => void)[];
/** As a browser's: its keys are its own. */
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

/** Whom a page that opens now hears of, and whether what was sent is still to be forgotten. */
function heardAt(nowMs: number) {
  const heard: [string, boolean][] = [];
  onDeparture((uploader, isNew) => heard.push([uploader, isNew]), nowMs);
  return heard;
}

it('is told to every page for 30 days, and once that what was sent is to be forgotten', () => {
  markDeparted('guest:a', 0);
  expect(heardAt(DAY_MS)).toEqual([['guest:a', true]]);
  markForgotten('guest:a', DAY_MS);
  expect(heardAt(31 * DAY_MS)).toEqual([['guest:a', false]]);
  // The last time that it is of use.
  expect(heardAt(31 * DAY_MS + 1)).toEqual([['guest:a', false]]);
  expect(heardAt(31 * DAY_MS + 2)).toEqual([]);
});

it('is heard from other tabs, and nothing else is', () => {
  const heard = heardAt(0);
  for (const listener of listeners) {
    listener({ key: 'left_for_good guest:b', newValue: 'new 0' });
    listener({ key: 'left_for_good guest:b', newValue: null });
    listener({ key: 'guest_credentials', newValue: '{}' });
    listener({ key: null, newValue: null });
  }
  expect(heard).toEqual([['guest:b', true]]);
});

it('fails nobody where there is no storage', () => {
  vi.stubGlobal('localStorage', undefined);
  markDeparted('guest:a', 0);
  expect(heardAt(0)).toEqual([]);
});
