const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Keeps a page at its work while files are on their way: asks before it is closed, and keeps the screen on,
 * because a phone that sleeps stops its uploads. Nothing is held while there is nothing to do.
 */
export function createWakeLock(): (isBusy: boolean) => void {
  let isBusy = false;
  let last: Promise<WakeLockSentinel | undefined> = Promise.resolve(undefined);

  // One after the other, so that there is never more than one lock, and none that nobody gives back.
  const settle = () => {
    last = last.then(async (held) => {
      const lock = held?.released === true ? undefined : held;
      if (!isBusy) return lock?.release().then(() => undefined);
      if (lock || document.visibilityState !== 'visible') return lock;
      const { wakeLock } = navigator as Partial<Navigator>;
      // Refused on low battery and where a policy says so: the upload goes on without.
      return wakeLock?.request('screen').catch(() => undefined);
    });
  };

  return (becomesBusy) => {
    if (becomesBusy === isBusy) return;
    isBusy = becomesBusy;
    if (isBusy) {
      addEventListener('beforeunload', warn);
      document.addEventListener('visibilitychange', settle);
    } else {
      removeEventListener('beforeunload', warn);
      document.removeEventListener('visibilitychange', settle);
    }
    settle();
  };
}
