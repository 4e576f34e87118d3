import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';

const checkpoint = z.object({
  streamArn: z.string(),
  /** By shard: the last finished record's sequence number, and whether the shard is read to its end. */
  shards: z.record(z.string(), z.object({ after: z.optional(z.string()), ended: z.optional(z.boolean()) })),
});

/** How far a stream has been processed. */
export type Checkpoint = z.output<typeof checkpoint>;

/** The stored checkpoint; an empty one if there is none, it is unreadable, or of another stream. */
export async function readCheckpoint(file: string, streamArn: string): Promise<Checkpoint> {
  const none = { streamArn, shards: {} };
  try {
    const stored = checkpoint.parse(JSON.parse(await readFile(file, 'utf8')));
    return stored.streamArn === streamArn ? stored : none;
  } catch {
    return none;
  }
}
