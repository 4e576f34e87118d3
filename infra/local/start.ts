import { flushCompileCache } from 'node:module';
import { runUntilStopped } from './run-until-stopped.ts';
import { readStartSettings } from './start-settings.ts';
import { ensureBuilt } from '../build/ensure-built.ts';
import { listenForSite } from './site-server.ts';

// Loaded by npm-start.js.

await runUntilStopped(async () => {
  const settings = readStartSettings();
  // Reports a taken port before anybody waits for a build.
  await (await listenForSite(settings.port)).close();
  await ensureBuilt();
  // Loaded only now: a wrong or taken port is said at once.
  const { startSystem } = await import('./system.ts');
  const system = await startSystem(settings);
  console.log(`Gatherlens is ready at ${system.url}`);
  flushCompileCache();
  return system.close;
});
