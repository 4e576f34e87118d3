const PREFIX = 'uploads_to_forget ';

/**
 * Notes that somebody has left for good, until their files are forgotten: the queue's code may not come now, and other
 * tabs hold files in memory. In localStorage, whose changes arrive in their order: a tab hears of it before it hears that
 * nobody is here any more, and hands no file over to whoever comes next.
 * @param uploader as jobs name people
 */
export function noteLeftForGood(uploader: string): void {
  try {
    localStorage.setItem(PREFIX + uploader, '1');
  } catch {
    // Without storage no file is kept, and tabs share nobody.
  }
}

/** Ends the note. */
export function forgotten(uploader: string): void {
  try {
    localStorage.removeItem(PREFIX + uploader);
  } catch {
    // As above.
  }
}

/** Calls back for everybody who has left for good: noted earlier, and from now on by other tabs. */
export function onLeftForGood(run: (uploader: string) => void): void {
  const hear = (key: string | null) => {
    if (key?.startsWith(PREFIX)) run(key.slice(PREFIX.length));
  };
  for (const key of keysOfStorage()) hear(key);
  addEventListener('storage', ({ key, newValue }) => {
    if (newValue !== null) hear(key);
  });
}

function keysOfStorage(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
