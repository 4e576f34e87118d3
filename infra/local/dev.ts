import { forgetBuilds } from '../build-state.ts';
import { watchFunctions } from '../bundle.ts';
import { readStartSettings, runUntilStopped } from './command-line.ts';
import { createLiveReload } from './live-reload.ts';
import { openedThings } from './opened.ts';
import { startSystem, type System } from './system.ts';
import { watchWeb } from './watch-web.ts';

// npm run dev: as npm start, and what changes is built and used at once. Node itself watches what this process has
// loaded (the manifest, the contract, infra/local) and starts it anew.

await runUntilStopped(async () => {
  const settings = readStartSettings();
  const opened = openedThings(console.error);
  const liveReload = createLiveReload();
  let system: System | undefined;
  const say = (what: string): void => {
    if (system !== undefined) console.log(what);
  };
  await forgetBuilds();
  console.log('Building …');
  opened.add(
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
  opened.add(
    await watchWeb({
      onBuilt: () => {
        say('The website is built again.');
        liveReload.reload();
      },
      onFailed: (message) => console.error(`The website does not build:\n${message}`),
    }),
    (watching) => watching.close(),
  );
  system = opened.add(await startSystem({ ...settings, development: liveReload }), (started) =>
    started.close(),
  );
  opened.add(liveReload, ({ close }) => close());
  console.log(`Gatherlens is ready at ${system.url} and follows your changes`);
  return opened.close;
});
