const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * While busy, warns before the page is closed and keeps the screen on, because a sleeping phone stops its uploads.
 * @returns call it with whether uploads are running
 */
export function createWakeLock(): (isBusy: boolean) => void {
  let isBusy = false;
  let lastLock: Promise<WakeLockSentinel | undefined> = Promise.resolve(undefined);

  // Serialized, so that there is never more than one lock and none leaks.
  const sync = () => {
    lastLock = lastLock.then(async (current) => {
      const lock = current?.released === true ? undefined : current;
      if (!isBusy) return lock?.release().then(() => undefined);
      if (lock || document.visibilityState !== 'visible') return lock;
      const { wakeLock } = navigator as Partial<Navigator>;
      // May be refused, for example on low battery: the upload goes on without it.
      return wakeLock?.request('screen').catch(() => undefined);
    });
  };

  return (nextIsBusy) => {
    if (nextIsBusy === isBusy) return;
    isBusy = nextIsBusy;
    if (isBusy) {
      addEventListener('beforeunload', preventUnload);
      document.addEventListener('visibilitychange', sync);
    } else {
      removeEventListener('beforeunload', preventUnload);
      document.removeEventListener('visibilitychange', sync);
    }
    sync();
  };
}
