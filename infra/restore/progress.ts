import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';

const position = z.record(z.string(), z.unknown());

const shape = z.object({
  items: z.object({ copied: z.number(), after: z.optional(position), isDone: z.boolean() }),
  files: z.object({ copied: z.number(), after: z.optional(position), isDone: z.boolean() }),
});

/** How far a restore has come: everything before is copied, and what follows may be. */
export type Progress = z.output<typeof shape>;

export const initialProgress: Progress = {
  items: { copied: 0, isDone: false },
  files: { copied: 0, isDone: false },
};

/** Keeps the progress of one restore. */
export type ProgressStore = {
  /** Undefined if the restore has not begun. */
  readonly read: () => Promise<Progress | undefined>;
  readonly write: (progress: Progress) => Promise<void>;
};

/** Keeps the progress in a file, whose name identifies the restore. */
export function progressFile(file: string): ProgressStore {
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch(() => undefined);
      return text === undefined ? undefined : shape.parse(JSON.parse(text));
    },
    async write(progress) {
      await mkdir(path.dirname(file), { recursive: true });
      // Atomic, because after a half-written file the restore could not be resumed.
      await writeFile(`${file}.draft`, JSON.stringify(progress));
      await rename(`${file}.draft`, file);
    },
  };
}
