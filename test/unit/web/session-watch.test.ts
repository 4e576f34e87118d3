import { expect, it, vi } from 'vitest';
import type { UserView } from '../../../shared/contract/entities.ts';
import { LOOK_PAUSE_MS, SessionWatch } from '../../../web/src/lib/session-watch.ts';

const person = (id: string): UserView => ({
  id,
  email: `${id}@example.com`,
  firstName: id,
  lastName: null,
  profileImageUrl: null,
});
const [ada, bea] = [person('ada'), person('bea')];

/** A page on which somebody is signed in, whom `server.user` may replace at any time. */
function openPage(user: UserView | null | undefined) {
  const server: { user: UserView | null | undefined; isDown: boolean } = { user, isDown: false };
  const clock = { nowMs: 0 };
  const told: string[] = [];
  const watch = new SessionWatch();
  const lookUp = vi.fn<() => Promise<void>>(async () => {
    const found = server.user;
    await Promise.resolve();
    if (server.isDown || found === undefined) throw new TypeError('Failed to fetch');
    watch.learn(found);
  });
  const onScreenChanged = vi.fn<() => Promise<void>>();
  watch.start({
    lookUp,
    tellTabs: (id) => void told.push(id),
    onScreenChanged,
    nowMs: () => clock.nowMs,
  });
  if (user !== undefined) watch.learn(user);
  return { watch, server, clock, told, lookUp, onScreenChanged };
}

it('says nothing of the first answer, and sends calls for whoever it names', () => {
  const { watch, told, onScreenChanged } = openPage(undefined);
  expect(watch.expectedUser()).toBeUndefined();
  watch.learn(ada);
  expect(watch.expectedUser()).toBe('ada');
  expect(watch.view.notice).toBeNull();
  expect(told).toEqual(['ada']);
  expect(onScreenChanged).not.toHaveBeenCalled();
});

it('counts as signed out without a first answer, and finds out later', async () => {
  const { watch, server, told } = openPage(undefined);
  watch.assumeSignedOut();
  expect(watch.expectedUser()).toBe('none');
  expect(told).toEqual([]);
  server.user = ada;
  await watch.refused('none', true);
  expect(watch.expectedUser()).toBe('ada');
  expect(watch.view.notice).toEqual({ user: ada });
});

it('keeps the screen of who leaves, though a look that is under way ends with somebody else', async () => {
  const { watch, server, onScreenChanged } = openPage(ada);
  server.user = bea;
  const look = watch.lookAgain();
  watch.leave();
  await look;
  expect(watch.expectedUser()).toBe('ada');
  expect(watch.view).toEqual({ notice: null, keptFor: ada });
  expect(onScreenChanged).not.toHaveBeenCalled();
});

it('looks again when the page comes back, but not all the time', async () => {
  const { watch, server, clock, lookUp } = openPage(ada);
  server.user = null;
  clock.nowMs = LOOK_PAUSE_MS - 1;
  await watch.comeBack();
  expect(lookUp).not.toHaveBeenCalled();
  clock.nowMs = LOOK_PAUSE_MS;
  await watch.comeBack();
  await watch.comeBack();
  expect(lookUp).toHaveBeenCalledTimes(1);
  expect(watch.view.notice).toEqual({ user: null });
  expect(watch.expectedUser()).toBe('none');
});

it('looks once for any number of refused calls', async () => {
  const { watch, server, lookUp, onScreenChanged } = openPage(ada);
  server.user = null;
  await Promise.all([watch.refused('ada', true), watch.refused('ada', true), watch.refused('ada', true)]);
  expect(lookUp).toHaveBeenCalledTimes(1);
  expect(onScreenChanged).toHaveBeenCalledTimes(1);
});

it('changes nothing without an answer', async () => {
  const { watch, server, onScreenChanged } = openPage(ada);
  server.isDown = true;
  await watch.refused('ada', true);
  expect(watch.expectedUser()).toBe('ada');
  expect(watch.view.notice).toBeNull();
  expect(onScreenChanged).not.toHaveBeenCalled();
});

it('asks the server when another tab tells of somebody else, and only then', async () => {
  const { watch, server, lookUp, told } = openPage(ada);
  await watch.hear('ada');
  expect(lookUp).not.toHaveBeenCalled();
  server.user = bea;
  await watch.hear('bea');
  expect(watch.view.notice).toEqual({ user: bea });
  expect(told).toEqual(['ada', 'bea']);
  // An outdated tab.
  await watch.hear('ada');
  expect(watch.expectedUser()).toBe('bea');
});

it('asks once more if a tab tells while it is asking', async () => {
  const { watch, server } = openPage(ada);
  const look = watch.lookAgain();
  server.user = null;
  await watch.hear('none');
  await look;
  expect(watch.expectedUser()).toBe('none');
});

it('shows a dismissed notice again when something else is tried', async () => {
  const { watch, server } = openPage(ada);
  server.user = null;
  await watch.refused('ada', true);
  watch.dismiss();
  expect(watch.view.notice).toBeNull();
  await watch.refused('ada', true);
  expect(watch.view.notice).toEqual({ user: null });
});

it('does not show a dismissed notice again because something is read', async () => {
  const { watch, server } = openPage(ada);
  server.user = null;
  await watch.refused('ada', false);
  expect(watch.view.notice).toEqual({ user: null });
  watch.dismiss();
  await watch.refused('ada', false);
  expect(watch.view.notice).toBeNull();
});

it('asks once more if a call is refused while it is asking', async () => {
  const { watch, server } = openPage(ada);
  const look = watch.lookAgain();
  server.user = null;
  await watch.refused('ada', true);
  await look;
  expect(watch.view.notice).toEqual({ user: null });
});

it('says nothing if the user whom a call was for is signed in after all', async () => {
  const { watch } = openPage(ada);
  await watch.refused('ada', true);
  expect(watch.view.notice).toBeNull();
});

it('keeps the screen and its calls one person’s while they enter something', async () => {
  const { watch, server, onScreenChanged } = openPage(ada);
  const release = watch.keepScreen();
  server.user = bea;
  await watch.hear('bea');
  expect(watch.view).toEqual({ notice: { user: bea }, keptFor: ada });
  expect(watch.expectedUser()).toBe('ada');
  expect(onScreenChanged).not.toHaveBeenCalled();
  release();
  await watch.lookAgain();
  expect(watch.view).toEqual({ notice: { user: bea }, keptFor: undefined });
  expect(watch.expectedUser()).toBe('bea');
  expect(onScreenChanged).toHaveBeenCalledTimes(1);
});

it('goes on as if nothing had happened once the same person is back', async () => {
  const { watch, server, onScreenChanged } = openPage(ada);
  const release = watch.keepScreen();
  server.user = null;
  await watch.hear('none');
  expect(watch.view).toEqual({ notice: { user: null }, keptFor: ada });
  server.user = ada;
  await watch.hear('ada');
  expect(watch.view).toEqual({ notice: null, keptFor: undefined });
  release();
  expect(watch.expectedUser()).toBe('ada');
  expect(onScreenChanged).not.toHaveBeenCalled();
});

it('asks whether the person is back before it takes the screen from them', async () => {
  const { watch, server, onScreenChanged } = openPage(ada);
  const release = watch.keepScreen();
  server.user = null;
  await watch.hear('none');
  server.user = ada;
  release();
  await watch.lookAgain();
  expect(watch.view).toEqual({ notice: null, keptFor: undefined });
  expect(onScreenChanged).not.toHaveBeenCalled();
});

it('keeps the screen until the last one no longer needs it', async () => {
  const { watch, server, onScreenChanged } = openPage(ada);
  const [first, second] = [watch.keepScreen(), watch.keepScreen()];
  server.user = null;
  await watch.hear('none');
  first();
  expect(watch.expectedUser()).toBe('ada');
  second();
  await watch.lookAgain();
  expect(watch.expectedUser()).toBe('none');
  expect(onScreenChanged).toHaveBeenCalledTimes(1);
});

it('leaves it to the page to say that the account was deleted, and tells the other tabs', async () => {
  const { watch, server, told, lookUp } = openPage(ada);
  server.user = null;
  watch.leave();
  await watch.refused('ada', true);
  expect(told).toEqual(['ada', 'none']);
  expect(lookUp).not.toHaveBeenCalled();
  expect(watch.view.notice).toBeNull();
});
