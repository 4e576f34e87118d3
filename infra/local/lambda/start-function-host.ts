import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { startFunctionProcess, type FunctionProcess } from './child-process.ts';
import { failedInvocation, MAX_EVENT_BYTES, type InvokeResult } from './invoke.ts';

/** A function's bundle and limits, as its manifest row and the bundler give them. */
export type HostedFunction = {
  readonly id: string;
  /** Absolute path of the CommonJS file that exports `handler`. */
  readonly bundlePath: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
};

export type FunctionHost = {
  /**
   * Calls a function. Calls run side by side in one process and share module state, as in a reused sandbox.
   * @throws Error for an unknown id
   */
  invoke(id: string, event: unknown): Promise<InvokeResult>;
  /** Reloads the bundles at the next call; calls in flight finish in the old process. */
  restart(): void;
  /** Ends the process; calls in flight fail. */
  close(): Promise<void>;
};

/**
 * Runs function bundles in a child process, started at the first call, as Lambda runs them: bundles are
 * loaded when first called, a call that times out is answered with Lambda's error and its process takes no
 * new calls, and a process that ends fails its calls and is replaced at the next one.
 *
 * Functions see the given environment, PATH, HOME and TZ=UTC, and nothing else of ours.
 */
export function startFunctionHost(input: {
  /** For the log lines. */
  name: string;
  functions: readonly HostedFunction[];
  env: Readonly<Record<string, string>>;
  /** URLs of modules that every process loads before functions, to watch them at work. */
  modules?: readonly string[];
  /** What functions print is appended to this file. */
  logFile: string;
  log: (message: string) => void;
}): FunctionHost {
  const functions = new Map(input.functions.map((hosted) => [hosted.id, hosted]));
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: homedir(), TZ: 'UTC', ...input.env };
  const processes = new Set<FunctionProcess>();
  let current: FunctionProcess | undefined;
  let closed = false;
  mkdirSync(dirname(input.logFile), { recursive: true });

  function ready(): FunctionProcess {
    if (current && !current.ended) return current;
    if (current) input.log(`The process of ${input.name} ended by itself; a new one is started.`);
    const started = startFunctionProcess({
      env,
      logFile: input.logFile,
      modules: input.modules ?? [],
      overran: retire,
    });
    processes.add(started);
    void started.gone.then(() => processes.delete(started));
    return (current = started);
  }

  function retire(used: FunctionProcess): void {
    if (current === used) current = undefined;
    used.retire();
  }

  return {
    async invoke(id, event) {
      const hosted = functions.get(id);
      if (hosted === undefined) throw new Error(`The host ${input.name} has no function ${id}.`);
      if (closed) return failedInvocation('Host.Closed', `The host ${input.name} is closed.`);
      const text = JSON.stringify(event) ?? 'null';
      if (Buffer.byteLength(text) > MAX_EVENT_BYTES)
        return failedInvocation(
          'RequestEntityTooLargeException',
          `Request must be smaller than ${MAX_EVENT_BYTES} bytes for the InvokeFunction operation`,
        );
      const { bundlePath, timeoutSeconds, memoryMb } = hosted;
      const call = {
        requestId: randomUUID(),
        functionId: id,
        bundlePath,
        event: text,
        timeoutSeconds,
        memoryMb,
      };
      return await ready().call(call);
    },
    restart() {
      if (current) retire(current);
    },
    async close() {
      closed = true;
      for (const started of processes) started.kill();
      await Promise.all([...processes].map((started) => started.gone));
    },
  };
}
