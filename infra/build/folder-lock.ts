import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Takes a folder, named by its real path, for this process alone, until the given function is called or the process ends in whatever way. It is
 * an abstract socket of Linux: the system takes it back at once, so that no crash leaves a lock behind.
 * @throws Error in one sentence, where another running process has it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  const server = createServer((socket) => socket.destroy());
  server.listen(`\0gatherlens-${name}`);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`The folder ${folder} is in use by another running copy: stop that one first.`, {
      cause: error,
    });
  }
  server.unref();
  return async () => {
    server.close();
    await once(server, 'close');
  };
}
