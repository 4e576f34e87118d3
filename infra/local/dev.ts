import { invalidateBuilds } from '../build/build-state.ts';
import { watchFunctions } from '../build/bundle-functions.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { readStartSettings } from './start-settings.ts';
import { createLiveReload } from './live-reload.ts';
import { createCleanupStack } from './cleanup-stack.ts';
import { startSystem, type System } from './system.ts';
import { watchWeb } from './watch-web.ts';

// npm run dev: like npm start, but changes are built and used at once. Node itself watches what this process
// has loaded (the manifest, the contract, infra/local) and restarts it.

await runUntilStopped(async () => {
  const settings = readStartSettings();
  const cleanup = createCleanupStack(console.error);
  const liveReload = createLiveReload();
  let system: System | undefined;
  const say = (what: string): void => {
    if (system !== undefined) console.log(what);
  };
  await invalidateBuilds();
  console.log('Building …');
  cleanup.add(
    await watchFunctions({
      onBuilt: () => {
        system?.restartFunctions();
        say('The functions are built again.');
        liveReload.reload();
      },
      onFailed: (message) => console.error(`The functions do not build:\n${message}`),
    }),
    (watching) => watching.close(),
  );
  cleanup.add(
    await watchWeb({
      onBuilt: () => {
        // The function that fills event pages renders them with the new build.
        system?.restartFunctions();
        say('The website is built again.');
        liveReload.reload();
      },
      onFailed: (message) => console.error(`The website does not build:\n${message}`),
    }),
    (watching) => watching.close(),
  );
  system = cleanup.add(await startSystem({ ...settings, development: liveReload }), (started) =>
    started.close(),
  );
  cleanup.add(liveReload, ({ close }) => close());
  console.log(`Gatherlens is ready at ${system.url} and follows your changes`);
  return cleanup.close;
});
