import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onResume } from '../../../web/src/features/uploads/on-resume.ts';
import { FakeServer, filesOf, HttpError, owner, queueIn } from './uploads-fakes.ts';

// The upload queue resumes by itself when the page comes back, whatever else the page looks up then.

let screen: EventTarget & { visibilityState: 'visible' | 'hidden' };

beforeEach(() => {
  const page = new EventTarget();
  screen = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  vi.stubGlobal('document', screen);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function turn(visibilityState: 'visible' | 'hidden'): void {
  screen.visibilityState = visibilityState;
  screen.dispatchEvent(new Event('visibilitychange'));
}

/** A queue whose file the server did not take at 0 ms, and which would try again after a second. @returns when it tried */
async function failedQueue() {
  const world = new FakeServer({});
  const triedAtMs: number[] = [];
  const issue: typeof world.calls.issue = (job, signal) => {
    triedAtMs.push(world.clock.now());
    return triedAtMs.length === 1 ? Promise.reject(new HttpError(503)) : world.calls.issue(job, signal);
  };
  const network = { isOnline: () => true, onResume };
  const { queue } = queueIn(world, { network, random: () => 1, calls: { ...world.calls, issue } });
  queue.add(filesOf([1000]), owner);
  await world.clock.runUntil(300);
  return { world, queue, triedAtMs };
}

it.each<[string, () => void]>([
  ['the network is back', () => void dispatchEvent(new Event('online'))],
  ['the page is shown again', () => void dispatchEvent(new Event('pageshow'))],
  ['a locked phone is unlocked', () => turn('visible')],
])('a file that waits is sent at once when %s', async (_what, comeBack) => {
  const { world, queue, triedAtMs } = await failedQueue();
  comeBack();
  await world.clock.runUntil();
  expect(triedAtMs).toEqual([0, 300]);
  expect(queue.jobs.map(({ state }) => state)).toEqual(['done']);
});

it('a file that waits goes on waiting when the phone is locked', async () => {
  const { world, triedAtMs } = await failedQueue();
  turn('hidden');
  await world.clock.runUntil();
  expect(triedAtMs).toEqual([0, 1000]);
});
