import { mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemTimers, type Timers } from '../timers/timers.ts';
import type { TableFaultInjection } from './faults.ts';
import { findDynoxide, startDynoxide, type DynoxideProcess } from './dynoxide-process.ts';
import { keepDynoxide } from './keep-dynoxide.ts';
import { ensureTable } from './ensure-table.ts';
import { lockFolder } from '../../build/folder-lock.ts';
import { removePidFile, stopStaleDynoxide, writePidFile } from './stop-stale-dynoxide.ts';
import { openTableFile } from './table-file.ts';
import { startTableProxy, type TableProxy } from './start-table-proxy.ts';
import type { TableSettings } from './table-settings.ts';
import { startTimeToLive } from './time-to-live.ts';
import { localTableClient } from './table-client.ts';
import { tuneStreamRecords } from './tune-stream-records.ts';

export type LocalTable = {
  /** For AWS_ENDPOINT_URL_DYNAMODB. */
  readonly endpoint: string;
  /** Dynoxide's process; absent if an endpoint was given. */
  readonly pid: number | undefined;
  close(): Promise<void>;
};

type Input = {
  /** The data is kept in its subfolder `table`. */
  dataDir: string;
  tableName: string;
  log: (message: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A DynamoDB to use instead of dynoxide; by default the environment variable DYNAMODB_ENDPOINT. */
  endpoint?: string;
  timers?: Timers;
  /** How hard it is on its callers; as kind as the server behind if absent. */
  settings?: TableSettings;
  /** Makes it fail, for tests; needs settings. */
  faults?: TableFaultInjection;
};

/**
 * The table on one machine: starts dynoxide as a child process or uses the given endpoint, creates the table
 * or brings it up to date, and deletes expired rows every minute.
 * @throws Error with one sentence if there is no DynamoDB for this platform, or the folder is in use
 */
export async function startTable(input: Input): Promise<LocalTable> {
  const given = input.endpoint ?? process.env.DYNAMODB_ENDPOINT;
  const server = given ? { endpoint: given, stop: async () => undefined } : await startServer(input);
  const client = localTableClient(server.endpoint);
  try {
    await ensureTable({ client, tableName: input.tableName });
  } catch (error) {
    client.destroy();
    await server.stop();
    throw error;
  }
  const timers = input.timers ?? systemTimers;
  const sweeper = startTimeToLive({ ...input, client, timers });
  const proxy = input.settings && (await startProxy({ ...input, settings: input.settings, timers }, server));
  return {
    endpoint: proxy?.endpoint ?? server.endpoint,
    get pid() {
      return 'pid' in server ? server.pid : undefined;
    },
    async close() {
      await proxy?.close();
      await sweeper.close();
      client.destroy();
      await server.stop();
    },
  };
}

async function startProxy(
  input: Input & { settings: TableSettings; timers: Timers },
  server: { readonly endpoint: string; readonly databaseFile?: string },
): Promise<TableProxy> {
  const file =
    server.databaseFile === undefined
      ? undefined
      : openTableFile({ file: server.databaseFile, tableName: input.tableName });
  const proxy = await startTableProxy({ ...input, endpoint: server.endpoint, file });
  return {
    ...proxy,
    async close() {
      await proxy.close();
      file?.close();
    },
  };
}

async function startServer(input: Input): Promise<DynoxideProcess & { readonly databaseFile: string }> {
  const binary = findDynoxide();
  if (binary === undefined)
    throw new Error(
      'There is no local DynamoDB for this platform: set DYNAMODB_ENDPOINT to one, for example DynamoDB Local.',
    );
  const made = resolve(input.dataDir, 'table');
  mkdirSync(made, { recursive: true, mode: 0o700 });
  // The real path: one file must be known under one name only.
  const folder = realpathSync(made);
  const unlock = await lockFolder(folder);
  const pidFile = join(folder, 'dynoxide.pid');
  const databaseFile = join(folder, 'table.db');
  try {
    await stopStaleDynoxide({ pidFile, databaseFile, log: input.log });
    const server = await startTuned({ ...input, binary, databaseFile, pidFile });
    return {
      endpoint: server.endpoint,
      get pid() {
        return server.pid;
      },
      databaseFile,
      async stop() {
        await server.stop();
        removePidFile(pidFile);
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function startTuned(
  input: Input & { binary: string; databaseFile: string; pidFile: string },
): Promise<DynoxideProcess> {
  const spawned = (pid: number) => writePidFile(input.pidFile, pid);
  const tune = () => tuneStreamRecords({ ...input, nowSeconds: Math.floor(input.now() / 1000) });
  if (!tune()) {
    // A new file: dynoxide creates its tables, and is stopped so that the index can be added.
    const first = await startDynoxide({ ...input, spawned });
    await first.stop();
    tune();
  }
  return await keepDynoxide({ ...input, spawned });
}
