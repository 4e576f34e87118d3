import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Locks a folder for this process until the returned function is called or the process ends. The lock is an
 * abstract socket of Linux, which the system releases even after a crash.
 * @param folder its real path: one folder under two names would be two locks
 * @throws Error with one sentence if another running process holds the lock
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
