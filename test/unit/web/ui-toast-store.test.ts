import { expect, test } from 'vitest';
import { createToastStore, REMOVE_AFTER_MS, TOAST_MS } from '../../../web/src/ui/toast-store.ts';

/** A clock that is advanced by hand. */
function manualClock() {
  let now = 0;
  let ids = 0;
  const due = new Map<number, { at: number; run: () => void }>();
  return {
    timers: {
      set: (run: () => void, ms: number) => {
        const id = (ids += 1);
        due.set(id, { at: now + ms, run });
        return id;
      },
      clear: (id: unknown) => void due.delete(id as number),
    },
    pass: (ms: number) => {
      now += ms;
      for (const [id, { at, run }] of due) {
        if (at > now) continue;
        due.delete(id);
        run();
      }
    },
  };
}

/** A page that is visible until it is hidden. */
function manualPage() {
  const listeners: (() => void)[] = [];
  let isHidden = false;
  return {
    isHidden: () => isHidden,
    onVisible: (run: () => void) => void listeners.push(run),
    hide: () => {
      isHidden = true;
    },
    show: () => {
      isHidden = false;
      for (const run of listeners) run();
    },
  };
}

test('a toast on a hidden page is shown for five seconds once the page is visible', () => {
  const [clock, page] = [manualClock(), manualPage()];
  const store = createToastStore(clock.timers, page);
  store.open('shell');
  page.hide();
  store.show({ title: 'Upload Complete!' }, 'good');
  clock.pass(REMOVE_AFTER_MS - 1);
  page.show();
  expect(store.toastAt('shell')).toMatchObject({ title: 'Upload Complete!' });
  clock.pass(1);
  expect(store.toastAt('shell')).toBeNull();

  page.hide();
  store.show({ title: 'Upload Complete!' }, 'good');
  clock.pass(60_000);
  page.show();
  clock.pass(TOAST_MS - 1);
  expect(store.toastAt('shell')).not.toBeNull();
  clock.pass(1);
  expect(store.toastAt('shell')).toBeNull();
  expect(REMOVE_AFTER_MS).toBe(1_000_000);
});

test('a toast is shown for five seconds', () => {
  const clock = manualClock();
  const store = createToastStore(clock.timers, manualPage());
  store.open('shell');
  store.show({ title: 'Link Copied!' }, 'good');
  clock.pass(TOAST_MS - 1);
  expect(store.toastAt('shell')).toMatchObject({ title: 'Link Copied!', tone: 'good' });
  clock.pass(1);
  expect(store.toastAt('shell')).toBeNull();
  expect(TOAST_MS).toBe(5000);
});

test('a new toast replaces the old one and restarts the timer', () => {
  const clock = manualClock();
  const store = createToastStore(clock.timers, manualPage());
  store.open('shell');
  store.show({ title: 'one' }, 'good');
  clock.pass(4000);
  store.show({ title: 'two' }, 'bad');
  clock.pass(4000);
  expect(store.toastAt('shell')).toMatchObject({ title: 'two' });
  clock.pass(1000);
  expect(store.toastAt('shell')).toBeNull();
});

test('only the last opened outlet shows a toast, which moves when that outlet closes', () => {
  const store = createToastStore(manualClock().timers, manualPage());
  let notificationCount = 0;
  store.subscribe(() => (notificationCount += 1));
  store.open('shell');
  const closeDialog = store.open('dialog');
  store.show({ title: 'Event Updated' }, 'good');
  expect(store.toastAt('shell')).toBeNull();
  expect(store.toastAt('dialog')).toMatchObject({ title: 'Event Updated' });
  closeDialog();
  expect(store.toastAt('shell')).toMatchObject({ title: 'Event Updated' });
  store.dismiss();
  expect(store.toastAt('shell')).toBeNull();
  expect(notificationCount).toBe(5);
});

test('an outlet that closes below the last opened one leaves the toast there', () => {
  const store = createToastStore(manualClock().timers, manualPage());
  const closeShell = store.open('shell');
  store.open('dialog');
  closeShell();
  store.show({ title: 'Event Updated' }, 'good');
  expect(store.toastAt('dialog')).toMatchObject({ title: 'Event Updated' });
});
