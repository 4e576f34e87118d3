import { open } from 'node:fs/promises';

/** Random access to a file's bytes, so that a reader fetches the few blocks it needs and no more. */
export type ByteSource = {
  readonly size: number;
  /** Fewer bytes than asked for at the end of the file, none beyond it. */
  read(at: number, length: number): Promise<Buffer>;
};

export function bufferSource(bytes: Uint8Array): ByteSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return {
    size: buffer.length,
    read: (at, length) => Promise.resolve(at < 0 ? Buffer.alloc(0) : buffer.subarray(at, at + length)),
  };
}

/** Opens a file until it is disposed of. */
export async function openFile(path: string): Promise<ByteSource & AsyncDisposable> {
  const handle = await open(path);
  const { size } = await handle.stat();
  return {
    size,
    read: async (at, length) => {
      const wanted = at < 0 ? 0 : Math.max(0, Math.min(length, size - at));
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(wanted), 0, wanted, Math.max(0, at));
      return buffer.subarray(0, bytesRead);
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

/** Opens a file for the time of one task. */
export async function withFileSource<T>(path: string, task: (source: ByteSource) => Promise<T>): Promise<T> {
  await using source = await openFile(path);
  return await task(source);
}
