import { setTimeout as pause } from 'node:timers/promises';
import { startDynoxide, type DynoxideProcess, type Launch } from './dynoxide-process.ts';

const RESTART_MILLISECONDS = 100;

/**
 * Starts dynoxide, and starts it again on the same file and port whenever it ends unasked: in AWS a table does not go
 * away for good. Requests that come meanwhile get no answer and are repeated.
 * @throws Error with the last line of its output, if it does not start
 */
export async function keepDynoxide(input: Omit<Launch, 'ended' | 'port'>): Promise<DynoxideProcess> {
  let isStopping = false;
  let starting: Promise<void> | undefined;
  const ended = (): void => {
    if (!isStopping) starting = startAgain();
  };
  let current = await startDynoxide({ ...input, ended });
  const { endpoint } = current;

  async function startAgain(): Promise<void> {
    // One that ends at once, each time, must not keep the machine busy.
    await pause(RESTART_MILLISECONDS);
    try {
      current = await startDynoxide({ ...input, ended, port: Number(new URL(endpoint).port) });
      input.log('The local DynamoDB was started again.');
    } catch (error) {
      input.log(error instanceof Error ? error.message : String(error));
    }
  }

  return {
    endpoint,
    get pid() {
      return current.pid;
    },
    async stop() {
      isStopping = true;
      await starting;
      await current.stop();
    },
  };
}
