import { startSystem } from '../../infra/local/system.ts';
import { functions } from '../../functions/manifest/functions.ts';

// The local system of `npm run bench:crowd`, in a process of its own: its memory is that of the system alone, and it does
// not share a thread with the crowd.

const [dataDir = '', hold = ''] = process.argv.slice(2);
const system = await startSystem({
  port: 0,
  dataDir,
  quiet: true,
  table: { holdMs: Number(hold) },
  functionModules: [new URL('./name-callers.ts', import.meta.url).href],
});
const { url, tableEndpoint, environment, functionCounts } = system;

const stop = (): void => void system.close().then(() => process.exit());
process.on('message', (asked) => {
  if (asked === 'close') stop();
  else process.send?.(Object.fromEntries(functions.map(({ id }) => [id, functionCounts(id)])));
});
process.on('disconnect', stop);
process.send?.({ url, tableEndpoint, environment });
