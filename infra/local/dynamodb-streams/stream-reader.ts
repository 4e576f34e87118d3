import {
  DescribeStreamCommand,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
  type DynamoDBStreamsClient,
  type Shard,
  type _Record,
} from '@aws-sdk/client-dynamodb-streams';
import type { Checkpoint } from './checkpoint.ts';

export type StreamReader = {
  /** The next records of one shard, in order; undefined if there are none at the moment. */
  next(limit: number): Promise<{ shardId: string; records: _Record[] } | undefined>;
  /** Makes the shard be read again from its checkpoint. */
  rewind(shardId: string): void;
};

/**
 * Reads a stream shard by shard, a shard before its children, each from the given checkpoint. Without one, or
 * if the records after it have been trimmed, it begins at the oldest record there is.
 *
 * The caller moves the checkpoint; only the end of a shard is marked here.
 */
export function streamReader(input: {
  client: DynamoDBStreamsClient;
  checkpoint: Checkpoint;
  log: (message: string) => void;
}): StreamReader {
  const { client, checkpoint, log } = input;
  const { streamArn: StreamArn } = checkpoint;
  /** Shards that can be read now, with their iterator if one is open. */
  const iterators = new Map<string, string | undefined>();
  let shardsMayHaveChanged = true;

  async function findShards(): Promise<void> {
    const shards: Shard[] = [];
    let ExclusiveStartShardId: string | undefined;
    do {
      const { StreamDescription: found } = await client.send(
        new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId }),
      );
      shards.push(...(found?.Shards ?? []));
      ExclusiveStartShardId = found?.LastEvaluatedShardId;
    } while (ExclusiveStartShardId);
    // A parent that is no longer listed has been trimmed.
    const open = new Set(shards.map(idOf).filter((id) => !checkpoint.shards[id]?.ended));
    const listed = new Set(shards.map(idOf));
    for (const id of Object.keys(checkpoint.shards)) if (!listed.has(id)) delete checkpoint.shards[id];
    for (const shard of shards) {
      const id = idOf(shard);
      if (open.has(id) && !open.has(shard.ParentShardId ?? '') && !iterators.has(id))
        iterators.set(id, undefined);
    }
    shardsMayHaveChanged = iterators.size === 0;
  }

  async function iteratorOf(ShardId: string): Promise<string | undefined> {
    const after = checkpoint.shards[ShardId]?.after;
    const place =
      after === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' as const }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber: after };
    const found = await client.send(new GetShardIteratorCommand({ StreamArn, ShardId, ...place }));
    return found.ShardIterator;
  }

  async function read(shardId: string, limit: number): Promise<_Record[]> {
    try {
      const { Records = [], NextShardIterator } = await client.send(
        new GetRecordsCommand({
          ShardIterator: iterators.get(shardId) ?? (await iteratorOf(shardId)),
          Limit: limit,
        }),
      );
      // Dynoxide gives even its open shard an ending number: only a missing iterator marks the end.
      if (NextShardIterator) iterators.set(shardId, NextShardIterator);
      else leave(shardId, Records.length === 0);
      return Records;
    } catch (error) {
      leave(shardId, false);
      if (error instanceof ExpiredIteratorException) return [];
      if (!(error instanceof TrimmedDataAccessException)) throw error;
      log("The table's stream has been trimmed past the checkpoint: changes are lost.");
      delete checkpoint.shards[shardId];
      return [];
    }
  }

  /** Stops reading the shard: for good if it has ended, else until `findShards` finds it again. */
  function leave(shardId: string, ended: boolean): void {
    iterators.delete(shardId);
    shardsMayHaveChanged = true;
    if (ended) checkpoint.shards[shardId] = { ...checkpoint.shards[shardId], ended };
  }

  return {
    async next(limit) {
      if (shardsMayHaveChanged) await findShards();
      for (const shardId of iterators.keys()) {
        const records = await read(shardId, limit);
        if (records.length > 0) return { shardId, records };
      }
      return undefined;
    },
    rewind: (shardId) => leave(shardId, false),
  };
}

const idOf = (shard: Shard) => shard.ShardId ?? '';
