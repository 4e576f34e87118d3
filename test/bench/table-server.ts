import { startTable } from '../../infra/local/dynamodb/start-table.ts';

// The table of `npm run bench:table`, in a process of its own so that it has a core of its own. Its clock and its
// holds run `slower` times slower, for rates that one machine does not reach.

const [dataDir = '', hold = '', slower = ''] = process.argv.slice(2);
const table = await startTable({
  dataDir,
  tableName: 'bench',
  log: () => undefined,
  now: () => Date.now() / Number(slower),
  settings: {
    holdMs: Number(hold) * Number(slower),
    writeHoldMs: 2 * Number(slower),
    indexDelayMs: 10 * Number(slower),
  },
});
process.on('message', () => void table.close().then(() => process.exit()));
process.send?.(table.endpoint);
