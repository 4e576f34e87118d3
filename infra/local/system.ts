import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { composeSystem } from './compose-system.ts';
import type { EdgeOptions } from './cloudfront/edge.ts';
import type { FunctionHosts } from './lambda/start-function-hosts.ts';
import { openLogFile } from './process/log-file.ts';
import type { LocalS3 } from './s3/start-s3.ts';
import type { FaultInjection } from './s3/faults.ts';
import { createCleanupStack } from './cleanup-stack.ts';

export type SystemOptions = {
  /** 0 takes a free one. */
  readonly port: number;
  /** Everything that is kept. Made where it is not there. */
  readonly dataDir: string;
  /** The React build; `.build/web` unless told. */
  readonly webDir?: string;
  /** Says nothing on the console; `logs/system.log` has it all the same. */
  readonly quiet?: boolean;
  /** Lets the object server misbehave, for tests. */
  readonly faults?: FaultInjection;
  readonly development?: EdgeOptions['development'];
  /** How queues, the stream and the clock call functions; the manifest unless a measurement wants other numbers. */
  readonly triggered?: readonly FunctionRow[];
  /** Addresses of modules that the functions' processes load first, for tests that watch functions at work. */
  readonly functionModules?: readonly string[];
};

/** The running system. Everything but `url` and `close` is for tests and measurements. */
export type System = {
  /** Where people see the product: `http://localhost:{port}`. */
  readonly url: string;
  readonly s3: LocalS3;
  readonly tableEndpoint: string;
  readonly logsDir: string;
  /** What the functions are told. */
  readonly environment: Readonly<Record<string, string>>;
  readonly invoke: FunctionHosts['invoke'];
  /** Has changed bundles loaded at the next call. */
  readonly restartFunctions: () => void;
  readonly close: () => Promise<void>;
};

/**
 * Starts the whole product on this machine, on 127.0.0.1 alone: edge, gateway, functions, table, object store,
 * queues and identity server. The bundles and the web build must be there.
 * @throws Error in one sentence, where the port or the folder is in use; nothing stays open then.
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const dataDir = realFolder(options.dataDir);
  const logsDir = path.join(dataDir, 'logs');
  const systemLog = openLogFile(path.join(logsDir, 'system.log'));
  const log = (line: string): void => {
    systemLog.write(`${new Date().toISOString()} ${line}`);
    if (!options.quiet) console.error(line);
  };
  const cleanup = createCleanupStack(log);
  cleanup.add(systemLog, (file) => file.close());
  try {
    const running = await composeSystem({ options, dataDir, logsDir, cleanup, log });
    return { ...running, logsDir, close: cleanup.close };
  } catch (error) {
    await cleanup.close();
    throw error;
  }
}

/** The real path: one folder must be known under one name only. */
function realFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return realpathSync(folder);
}
