import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

const largestBytes = 10 * 1024 * 1024;

export type LogFile = { write(line: string): void; close(): Promise<void> };

/** Opens a log for appending, after `rotateLogFile`. */
export function openLogFile(file: string): LogFile {
  rotateLogFile(file);
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
  // A full disk must not end the system: the log then misses lines.
  stream.on('error', () => undefined);
  return {
    write: (line) => void stream.write(`${line}\n`),
    close: () => new Promise((resolve) => stream.end(resolve)),
  };
}

/** Creates the folder, and moves a log of over 10 MiB to `{file}.1`. */
export function rotateLogFile(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestBytes) renameSync(file, `${file}.1`);
}
