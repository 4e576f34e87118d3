/** Name of the note in localStorage, and of the lock that the page holds whose note it is. */
const nameOf = (eventId: string) => `rejecting_all ${eventId}`;

/** Notes in the browser that an event's items are being rejected, until that has come to an end: the page may be closed before. */
export async function withRejectionNoted<T>(eventId: string, run: () => Promise<T>): Promise<T> {
  const name = nameOf(eventId);
  let end: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  // Browsers release the locks of pages that are gone. They have locks on secure pages only.
  void (navigator as Partial<Navigator>).locks?.request(name, () => ended);
  write(name, '1');
  try {
    return await run();
  } finally {
    write(name, null);
    end?.();
  }
}

/** Whether a page was closed before it had rejected an event's items. True once for each time. */
export async function takeUnfinishedRejection(eventId: string): Promise<boolean> {
  const name = nameOf(eventId);
  if (!isNoted(name)) return false;
  const { locks } = navigator as Partial<Navigator>;
  const isUnderWay = await locks?.request(name, { ifAvailable: true }, (lock) => lock === null);
  if (isUnderWay || !isNoted(name)) return false;
  write(name, null);
  return true;
}

// Browsers may refuse the storage: then nothing is noted.

function isNoted(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}

function write(name: string, note: string | null): void {
  try {
    if (note === null) localStorage.removeItem(name);
    else localStorage.setItem(name, note);
  } catch {
    // As above.
  }
}
