const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Keeps a page at its work while files are on their way: asks before it is closed, and keeps the screen on,
 * because a phone that sleeps stops its uploads. Nothing is held while there is nothing to do.
 */
export function createGuard(): (isBusy: boolean) => void {
  let isBusy = false;
  let lock: WakeLockSentinel | undefined;

  const hold = async () => {
    if (!isBusy || lock || document.visibilityState !== 'visible') return;
    const { wakeLock } = navigator as Partial<Navigator>;
    // Refused on low battery and where a policy says so: the upload goes on without.
    lock = await wakeLock?.request('screen').catch(() => undefined);
    lock?.addEventListener('release', () => {
      lock = undefined;
    });
    if (!isBusy) await lock?.release();
  };
  const onVisible = () => void hold();

  return (becomesBusy) => {
    if (becomesBusy === isBusy) return;
    isBusy = becomesBusy;
    if (isBusy) {
      addEventListener('beforeunload', warn);
      document.addEventListener('visibilitychange', onVisible);
      void hold();
    } else {
      removeEventListener('beforeunload', warn);
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    }
  };
}
