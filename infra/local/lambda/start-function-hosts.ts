import path from 'node:path';
import { answersRequests } from '../../../functions/manifest/call-row.ts';
import type { FunctionRow } from '../../../functions/manifest/function-row.ts';
import type { InvokeResult } from './invoke.ts';
import { createEnvironments } from './environments.ts';
import { ACCOUNT_CONCURRENCY, type CallCounts, limitConcurrency } from './limit-concurrency.ts';
import { startFunctionHost } from './start-function-host.ts';
import { rotateLogFile } from '../files/log-file.ts';

export type FunctionHosts = {
  /** Calls any function of the manifest. @throws Error for an unknown id */
  readonly invoke: (id: string, event: unknown) => Promise<InvokeResult>;
  /** What Lambda's metrics would say of a function. */
  readonly counts: (id: string) => CallCounts;
  /** Reloads the bundles at the next call. */
  readonly restart: () => void;
  readonly close: () => Promise<void>;
};

type Input = {
  rows: readonly FunctionRow[];
  functionsDir: string;
  env: Readonly<Record<string, string>>;
  modules?: readonly string[];
  /** How many calls may run at once; an account's default quota if it is not given. */
  concurrency?: number;
  /** Milliseconds that a cold start of a function takes. */
  startMs: (row: FunctionRow) => number;
  logsDir: string;
  log: (line: string) => void;
};

/** Two hosts, so that people never wait behind jobs. */
export function startFunctionHosts(input: Input): FunctionHosts {
  const calls = startHost(input, { name: 'functions', rows: input.rows.filter(answersRequests) });
  const jobs = startHost(input, { name: 'jobs', rows: input.rows.filter((row) => !answersRequests(row)) });
  const jobIds = new Set(input.rows.filter((row) => !answersRequests(row)).map(({ id }) => id));
  const startMs = new Map(input.rows.map((row) => [row.id, input.startMs(row)]));
  const environments = createEnvironments({ startMs: (id) => startMs.get(id) ?? 0 });
  const { invoke, counts } = limitConcurrency(
    (id, event) => (jobIds.has(id) ? jobs : calls).invoke(id, event),
    { atOnce: input.concurrency ?? ACCOUNT_CONCURRENCY, environments },
  );
  return {
    invoke,
    counts,
    restart: () => {
      environments.clear();
      calls.restart();
      jobs.restart();
    },
    close: async () => {
      await Promise.all([calls.close(), jobs.close()]);
    },
  };
}

function startHost(input: Input, { name, rows }: { name: string; rows: readonly FunctionRow[] }) {
  const logFile = path.join(input.logsDir, `${name}.log`);
  rotateLogFile(logFile);
  return startFunctionHost({
    name,
    functions: rows.map(({ id, timeoutSeconds, memoryMb }) => ({
      id,
      bundlePath: path.join(input.functionsDir, id, 'index.js'),
      timeoutSeconds,
      memoryMb,
    })),
    env: input.env,
    modules: input.modules,
    logFile,
    log: input.log,
  });
}
