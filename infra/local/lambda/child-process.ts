import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { failedInvocation, type InvokeResult } from './invoke.ts';
import type { CallMessage, ReplyMessage } from './child-messages.ts';

const program = fileURLToPath(new URL('./child.ts', import.meta.url));

/** As in Lambda, the time to start and load a bundle, before the function's own time starts. */
const INIT_SECONDS = 10;

export type FunctionProcess = {
  /** Whether it has ended, so that a new one is needed. */
  readonly ended: boolean;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
  call(message: CallMessage): Promise<InvokeResult>;
  /** Ends it once the calls in flight are answered. New calls must go to another process. */
  retire(): void;
  /** Ends it at once; calls in flight fail. */
  kill(): void;
};

type Call = {
  settle(result: InvokeResult): void;
  /** The handler has been called: the function's own time starts. */
  begun(): void;
};

type Start = {
  env: Record<string, string>;
  logFile: string;
  /** URLs of modules to load before anything else. */
  modules: readonly string[];
};

/**
 * Forks a process that runs functions. It sees only the given environment. Its output is appended to the log
 * file, and also printed on the console if that environment's LOG_LEVEL is debug.
 */
export function startFunctionProcess(
  input: Start & {
    /** Called when a call timed out: the process is still working on it and must be retired. */
    overran: (process: FunctionProcess) => void;
  },
): FunctionProcess {
  const child = forkWithLog(input);
  const calls = new Map<string, Call>();
  const gone = Promise.withResolvers<void>();
  let retired = false;
  let ended = false;

  const settle = (requestId: string, result: InvokeResult) => {
    calls.get(requestId)?.settle(result);
    calls.delete(requestId);
    if (retired && calls.size === 0) child.kill('SIGKILL');
  };
  const end = (how: string) => {
    if (ended) return;
    ended = true;
    for (const requestId of calls.keys())
      settle(
        requestId,
        failedInvocation(
          'Runtime.ExitError',
          `RequestId: ${requestId} Error: Runtime exited with error: ${how}`,
        ),
      );
    gone.resolve();
  };
  child.on('message', (reply: ReplyMessage) => {
    const { requestId } = reply;
    if (reply.ok === 'begun') calls.get(requestId)?.begun();
    else settle(requestId, reply.ok ? { ok: true, payload: JSON.parse(reply.payload) } : reply);
  });
  child.on('exit', (code, signal) => end(signal ? `signal: ${signal}` : `exit status ${code}`));
  child.on('error', (error) => end(error.message));

  const started: FunctionProcess = {
    get ended() {
      return ended;
    },
    gone: gone.promise,
    async call(message) {
      const { requestId, timeoutSeconds } = message;
      const { promise, resolve } = Promise.withResolvers<InvokeResult>();
      const overrun = () => {
        input.overran(started);
        const text = `RequestId: ${requestId} Error: Task timed out after ${timeoutSeconds.toFixed(2)} seconds`;
        settle(requestId, failedInvocation('Sandbox.Timedout', text));
      };
      let timer = setTimeout(overrun, (INIT_SECONDS + timeoutSeconds) * 1000);
      const begun = () => {
        clearTimeout(timer);
        timer = setTimeout(overrun, timeoutSeconds * 1000);
      };
      calls.set(requestId, { settle: resolve, begun });
      child.send(message, (error) => error && end(error.message));
      const result = await promise;
      clearTimeout(timer);
      return result;
    },
    retire() {
      retired = true;
      if (calls.size === 0) child.kill('SIGKILL');
    },
    kill: () => child.kill('SIGKILL'),
  };
  return started;
}

function forkWithLog({ env, logFile, modules }: Start): ChildProcess {
  const log = openSync(logFile, 'a');
  const toConsole = env['LOG_LEVEL']?.toLowerCase() === 'debug';
  const output = toConsole ? 'pipe' : log;
  const child = fork(program, [], {
    // The host's own Node options are not for functions.
    execArgv: modules.flatMap((module) => ['--import', module]),
    env,
    stdio: ['ignore', output, output, 'ipc'],
    // Avoids escaping large texts as JSON a second time.
    serialization: 'advanced',
  });
  if (!toConsole) {
    closeSync(log);
    return child;
  }
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      writeSync(log, chunk);
      process.stderr.write(chunk);
    });
  child.on('close', () => closeSync(log));
  return child;
}
