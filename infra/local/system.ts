import { mkdirSync, realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { composeSystem } from './compose-system.ts';
import type { EdgeOptions } from './cloudfront/edge.ts';
import type { Website } from './cloudfront/web-origin.ts';
import type { FunctionHosts } from './lambda/start-function-hosts.ts';
import type { TableFaultInjection } from './dynamodb/faults.ts';
import type { TableSettings } from './dynamodb/table-settings.ts';
import { openLogFile } from './files/log-file.ts';
import type { LocalS3 } from './s3/start-s3.ts';
import type { FaultInjection } from './s3/faults.ts';
import type { DeliversTwice } from './sqs/message-store.ts';
import type { NoticeTrouble } from './start-triggers.ts';
import { createCleanupStack } from './cleanup-stack.ts';

export type SystemOptions = {
  /** 0 picks a free one. */
  readonly port: number;
  /** Holds everything that is kept. Created if missing. */
  readonly dataDir: string;
  /** Opens what is served as the website, by default `.build/web`. It gets what the site listens with. */
  readonly website?: (server: Server) => Promise<Website>;
  /** Prints nothing on the console; `logs/system.log` still has it. */
  readonly quiet?: boolean;
  /** How hard the table is on its callers, where that differs from the environment's settings. */
  readonly table?: Partial<TableSettings>;
  /** Makes the table fail, for tests. */
  readonly tableFaults?: TableFaultInjection;
  /** Makes the object server misbehave, for tests. */
  readonly faults?: FaultInjection;
  /** Has S3 notify twice, or late, for tests. */
  readonly noticeTrouble?: NoticeTrouble;
  /** Has queues deliver messages twice, for tests. */
  readonly deliversTwice?: DeliversTwice;
  /** Answers requests instead of the site, for tests. */
  readonly intercept?: EdgeOptions['intercept'];
  /** The rows whose triggers are started; the manifest's unless a bench wants other numbers. */
  readonly triggered?: readonly FunctionRow[];
  /** URLs of modules that the functions' processes load first, for tests that watch functions at work. */
  readonly functionModules?: readonly string[];
  /** How many calls of functions may run at once, for tests and benches; an account's default quota otherwise. */
  readonly functionConcurrency?: number;
};

/** The running system. Everything but `url` and `close` is for tests and benches. */
export type System = {
  /** The site's address, `http://localhost:{port}`. */
  readonly url: string;
  readonly s3: LocalS3;
  readonly tableEndpoint: string;
  readonly logsDir: string;
  /** The functions' environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly invoke: FunctionHosts['invoke'];
  /** What Lambda's metrics would say of a function. */
  readonly functionCounts: FunctionHosts['counts'];
  /** Reloads the bundles at the next call. */
  readonly restartFunctions: () => void;
  readonly close: () => Promise<void>;
};

/**
 * Starts the local system, on 127.0.0.1 only: edge, gateway, functions, and a double of each service. The
 * bundles and the web build must exist.
 * @throws Error with one sentence if the port or the folder is in use; nothing stays open then
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
