const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * While busy, warns before the page is closed and keeps the screen on, because a sleeping phone stops its uploads.
 * @returns call it with whether uploads are running
 */
export function createWakeLock(): (isBusy: boolean) => void {
  let isBusy = false;
  let last: Promise<WakeLockSentinel | undefined> = Promise.resolve(undefined);

  // Serialized, so that there is never more than one lock and none leaks.
  const settle = () => {
    last = last.then(async (held) => {
      const lock = held?.released === true ? undefined : held;
      if (!isBusy) return lock?.release().then(() => undefined);
      if (lock || document.visibilityState !== 'visible') return lock;
      const { wakeLock } = navigator as Partial<Navigator>;
      // May be refused, for example on low battery: the upload goes on without it.
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
