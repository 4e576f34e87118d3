/**
 * Runs until Ctrl-C, a signal, or the end of the parent process. Then closes what is open and ends; a second
 * signal ends it at once.
 * @param start opens everything and returns how to close it
 */
export async function runUntilStopped(start: () => Promise<() => Promise<void>>): Promise<void> {
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  let isTold = false;
  const stop = (): void => {
    if (isTold) process.exit(130);
    isTold = true;
    tell();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.once('disconnect', stop);
  try {
    const close = await start();
    await told;
    await close();
    process.exit(0);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
