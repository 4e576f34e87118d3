import { invalidateBuild } from '../build/build-state.ts';
import { watchFunctions } from '../build/bundle-functions.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { readStartSettings } from './start-settings.ts';
import { createCleanupStack } from './cleanup-stack.ts';
import { openDevelopmentWebsite } from './development-website.ts';
import { startSystem, type System } from './system.ts';

// npm run dev: like npm start, but Vite serves the website and takes changes into open pages, and functions are built
// again when they change. For what else this process runs, Node watches the folders that package.json names, and starts
// it anew.

await runUntilStopped(async () => {
  const settings = readStartSettings();
  const cleanup = createCleanupStack(console.error);
  let system: System | undefined;
  await invalidateBuild('functions');
  console.log('Bundling the functions …');
  const useThem = (): void => {
    if (system === undefined) return;
    system.restartFunctions();
    console.log('The functions are built again.');
  };
  cleanup.add(
    await watchFunctions({
      onBuilt: useThem,
      onFailed: (message) => console.error(`The functions do not build:\n${message}`),
    }),
    (watching) => watching.close(),
  );
  system = cleanup.add(await startSystem({ ...settings, website: openDevelopmentWebsite }), (started) =>
    started.close(),
  );
  console.log(`Gatherlens is ready at ${system.url} and follows your changes`);
  return cleanup.close;
});
