import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';

const checkpoint = z.object({
  streamArn: z.string(),
  /** By shard: the sequence number of the last record that is done with, and whether the shard is read to its end. */
  shards: z.record(z.string(), z.object({ after: z.optional(z.string()), ended: z.optional(z.boolean()) })),
});

/** How far a stream has been worked off. */
export type Checkpoint = z.output<typeof checkpoint>;

/** The stored checkpoint of this stream; an empty one where there is none, or it is of another stream or unreadable. */
export async function readCheckpoint(file: string, streamArn: string): Promise<Checkpoint> {
  const none = { streamArn, shards: {} };
  try {
    const stored = checkpoint.parse(JSON.parse(await readFile(file, 'utf8')));
    return stored.streamArn === streamArn ? stored : none;
  } catch {
    return none;
  }
}

/** Stores the checkpoint; a crash at any moment leaves the old one or the new one. */
export async function writeCheckpoint(file: string, value: Checkpoint): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.draft`;
  const handle = await open(draft, 'w');
  try {
    await handle.writeFile(JSON.stringify(value));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
