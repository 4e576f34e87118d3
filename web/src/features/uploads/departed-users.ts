import { KEPT_FOR_OTHERS_DAYS } from './kept-for-others.ts';

const PREFIX = 'left_for_good ';
/** As long as another person's files are kept. */
const NOTE_LIFETIME_MS = KEPT_FOR_OTHERS_DAYS * 24 * 60 * 60 * 1000;
/** State of a note: `new` until this browser's data is deleted, then `done`, for files that another page was just storing. */
const [NEW, DONE] = ['new', 'done'];

/**
 * Notes that a person's account was deleted, because the queue's code may fail to load now and other tabs may hold their
 * files. It is in localStorage because storage events arrive in order: other tabs learn of it before they learn that
 * nobody is signed in, and so do not hand the files over to the next person.
 * @param uploader `user:<id>` or `guest:<id>`
 */
export function markDeparted(uploader: string, nowMs = Date.now()): void {
  write(PREFIX + uploader, `${NEW} ${nowMs}`);
}

/** Notes that this browser's data is deleted. The note stays for a while, because another tab may be storing a file. */
export function markForgotten(uploader: string, nowMs = Date.now()): void {
  write(PREFIX + uploader, `${DONE} ${nowMs}`);
}

/**
 * Calls back for everybody whose account was deleted: for existing notes, and for new ones from other tabs.
 * @param run also gets whether this browser's record of sent files still has to be deleted
 */
export function onDeparture(run: (uploader: string, isNew: boolean) => void, nowMs = Date.now()): void {
  const handleNote = (key: string | null, note: string | null) => {
    if (!key?.startsWith(PREFIX) || note === null) return;
    const [state, notedAtMs] = note.split(' ');
    if (Number(notedAtMs) < nowMs - NOTE_LIFETIME_MS) localStorage.removeItem(key);
    run(key.slice(PREFIX.length), state === NEW);
  };
  for (const key of storageKeys()) handleNote(key, localStorage.getItem(key));
  addEventListener('storage', ({ key, newValue }) => handleNote(key, newValue));
}

function write(key: string, note: string): void {
  try {
    localStorage.setItem(key, note);
  } catch {
    // Without storage no files are kept, and tabs share no one.
  }
}

function storageKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
