const PREFIX = 'left_for_good ';
/** As long as files wait for somebody else. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000;
/** What of a note is still to be done: everything, or only looking out for what a page that was killed had just kept. */
const [NEW, DONE] = ['new', 'done'];

/**
 * Notes that somebody has left for good: the queue's code may not come now, and other tabs hold files in memory or are just
 * keeping some. In localStorage, whose changes arrive in their order: a tab hears of it before it hears that nobody is here
 * any more, and hands no file over to whoever comes next.
 * @param uploader as jobs name people
 */
export function markDeparted(uploader: string, nowMs = Date.now()): void {
  write(PREFIX + uploader, `${NEW} ${nowMs}`);
}

/** What this browser has sent is forgotten. The note stays for a while, because another tab may just be keeping a file. */
export function markForgotten(uploader: string, nowMs = Date.now()): void {
  write(PREFIX + uploader, `${DONE} ${nowMs}`);
}

/**
 * Calls back for everybody who has left for good: noted earlier, and from now on by other tabs.
 * @param run told whether what this browser has sent is still to be forgotten
 */
export function onDeparture(run: (uploader: string, isNew: boolean) => void, nowMs = Date.now()): void {
  const hear = (key: string | null, note: string | null) => {
    if (!key?.startsWith(PREFIX) || note === null) return;
    const [state, noted] = note.split(' ');
    if (Number(noted) < nowMs - KEPT_FOR_MS) localStorage.removeItem(key);
    run(key.slice(PREFIX.length), state === NEW);
  };
  for (const key of keysOfStorage()) hear(key, localStorage.getItem(key));
  addEventListener('storage', ({ key, newValue }) => hear(key, newValue));
}

function write(key: string, note: string): void {
  try {
    localStorage.setItem(key, note);
  } catch {
    // Without storage no file is kept, and tabs share nobody.
  }
}

function keysOfStorage(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
