import path from 'node:path';
import { build } from 'vite';
import { projectDir } from '../build/project-paths.ts';

/**
 * Builds the website again whenever one of its files changes.
 * @returns after the first build; `onBuilt` is called after it and after every later one
 */
export async function watchWeb(options: {
  onBuilt: () => void;
  onFailed: (message: string) => void;
}): Promise<{ close(): Promise<void> }> {
  const watcher = await build({
    root: path.join(projectDir, 'web'),
    // Otherwise Vite writes a copy of its config, and Node, which watches what we load, restarts us.
    configLoader: 'native',
    logLevel: 'warn',
    clearScreen: false,
    build: { watch: {}, rolldownOptions: { checks: { pluginTimings: false } } },
  });
  if (!('on' in watcher)) throw new Error('Vite does not watch.');
  const first = Promise.withResolvers<void>();
  watcher.on('event', (event) => {
    if (event.code === 'END') options.onBuilt();
    if (event.code === 'ERROR') options.onFailed(event.error.message);
    if (event.code === 'END' || event.code === 'ERROR') first.resolve();
  });
  await first.promise;
  return { close: () => watcher.close() };
}
