import path from 'node:path';
import { build } from 'vite';
import { projectDir } from '../build/project-paths.ts';

/**
 * Builds the website again whenever one of its files changes.
 * @returns once the first build is through; `onBuilt` is told of that and of every later one.
 */
export async function watchWeb(told: {
  onBuilt: () => void;
  onFailed: (message: string) => void;
}): Promise<{ close(): Promise<void> }> {
  const watcher = await build({
    root: path.join(projectDir, 'web'),
    // Else Vite writes a copy of its settings, and Node, which watches what we load, starts us anew for it.
    configLoader: 'native',
    logLevel: 'warn',
    clearScreen: false,
    build: { watch: {}, rolldownOptions: { checks: { pluginTimings: false } } },
  });
  if (!('on' in watcher)) throw new Error('Vite does not watch.');
  const first = Promise.withResolvers<void>();
  watcher.on('event', (event) => {
    if (event.code === 'END') told.onBuilt();
    if (event.code === 'ERROR') told.onFailed(event.error.message);
    if (event.code === 'END' || event.code === 'ERROR') first.resolve();
  });
  await first.promise;
  return { close: () => watcher.close() };
}
