import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../functions/domain/app-error.ts';
import type { PersonKey } from '../../../functions/domain/caller.ts';
import { rollUpJobs } from '../../../functions/domain/roll-up-jobs.ts';
import { voteRank } from '../../../functions/domain/vote-rank.ts';
import type { Row } from '../../../functions/table/dynamo.ts';
import { changesIn } from '../../../functions/table/stream-changes.ts';
import { keys, kindOfRow } from '../../../functions/table/keys.ts';
import { mediaCountShardOf } from '../../../functions/table/shards.ts';
import { countVotes, rollUpVotes } from '../../../functions/table/vote-counts.ts';
import { putVote } from '../../../functions/table/vote-row.ts';
import { castVote, withdrawVote } from '../../../functions/table/votes.ts';
import { mediaRecord } from '../../fixtures/records.ts';
import { streamRecord } from '../../fixtures/stream-records.ts';
import { mediaRow, tallyRow } from '../../fixtures/table-rows.ts';
import { VoteDouble } from './vote-double.ts';

const now = new Date('2026-06-30T18:00:00Z');
const media = mediaRecord(1);
const voters = ['user:a', 'user:b', 'user:c', 'user:d'] as const;

afterEach(() => {
  vi.restoreAllMocks();
});

/** The item with votes from before there were shards. */
function seed(table: VoteDouble, oldVoters: readonly PersonKey[]): void {
  const voteCount = oldVoters.length;
  table.put({ ...mediaRow({ ...media, voteCount }), gsi2sk: voteRank({ ...media, voteCount }) });
  table.put(tallyRow(media, { voted: Math.sign(voteCount) }));
  for (const voter of oldVoters) {
    table.put({ ...putVote({ eventId: media.eventId, mediaId: media.id, voter }, now).Put?.Item });
  }
}

const rowsOf = (table: VoteDouble) => {
  const rows = [...table.rows.values()];
  const [item] = rows.filter((row) => kindOfRow(row) === 'MEDIA');
  const tally = keys.mediaCounts(media.eventId, mediaCountShardOf(media.id));
  return {
    votes: rows.filter((row) => kindOfRow(row) === 'VOTE').length,
    voteCount: item?.['voteCount'],
    rank: item?.['gsi2sk'],
    voted: table.rows.get(`${tally.pk} / ${tally.sk}`)?.['voted'],
  };
};

/** What a voter does; without `rollsUp`, the call dies right after the vote. */
const act = fc.record({
  voter: fc.constantFrom(...voters),
  isCast: fc.boolean(),
  rollsUp: fc.boolean(),
});

it('in the end every vote is counted once, whatever overtakes what and whoever dies', async () => {
  const property = fc.asyncProperty(
    fc.scheduler(),
    fc.array(act, { minLength: 1, maxLength: 6 }),
    fc.subarray([...voters]),
    async (scheduler, acts, oldVoters) => {
      vi.restoreAllMocks();
      const table = new VoteDouble((what) => scheduler.schedule(Promise.resolve(), what));
      seed(table, oldVoters);
      const work: Promise<unknown>[] = [];
      const follow = async (images: { before: Row | undefined; after: Row | undefined }) => {
        // The stream and the queue take their time.
        await scheduler.schedule(Promise.resolve(), 'delivery');
        for (const { items } of rollUpJobs(changesIn(streamRecord(images)))) {
          for (const { mediaId } of items) await rollUpUntilCurrent(mediaId);
        }
      };
      table.onChange = (images) => void work.push(follow(images));
      for (const { voter, isCast, rollsUp } of acts) {
        const vote = isCast ? castVote({ media, voter }, now) : withdrawVote({ media, voter });
        const rest = async () => (rollsUp ? await rollUpVotes(media.id, now) : undefined);
        work.push(vote.catch(ignoreRepeated).then(rest));
      }
      await scheduler.waitIdle();
      await Promise.all(work);
      const { votes, ...counted } = rowsOf(table);
      expect(counted).toEqual({
        voteCount: votes,
        rank: voteRank({ ...media, voteCount: votes }),
        voted: Math.sign(votes),
      });
    },
  );
  await fc.assert(property, { numRuns: 300 });
});

async function rollUpUntilCurrent(mediaId: string): Promise<void> {
  for (;;) {
    const rolled = await rollUpVotes(mediaId, now);
    if (rolled?.isCurrent !== false) return;
  }
}

function ignoreRepeated(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

describe('an item with a vote that is not rolled up', () => {
  let table: VoteDouble;

  beforeEach(async () => {
    table = new VoteDouble(async () => undefined);
    seed(table, ['user:a']);
    await castVote({ media, voter: 'user:b' }, now);
  });

  it('has its exact number of votes, and the row the last one', async () => {
    expect(await countVotes(media.id)).toBe(2);
    expect(rowsOf(table)).toMatchObject({ votes: 2, voteCount: 1 });
  });

  it('is brought in line once: rolling up again writes nothing', async () => {
    expect(await rollUpVotes(media.id, now)).toEqual({ count: 2, isCurrent: true });
    const changes: unknown[] = [];
    table.onChange = (change) => changes.push(change);
    expect(await rollUpVotes(media.id, now)).toEqual({ count: 2, isCurrent: true });
    expect(changes).toEqual([]);
  });

  it('stays as it is for now where the event has rolled up enough, and is answered exactly', async () => {
    table.isFull = true;
    expect(await rollUpVotes(media.id, now)).toEqual({ count: 2, isCurrent: false });
    expect(rowsOf(table)).toMatchObject({ votes: 2, voteCount: 1 });
  });

  it('is not there any more once it is deleted', async () => {
    table.rows.clear();
    expect(await rollUpVotes(media.id, now)).toBeUndefined();
    expect(await countVotes(media.id)).toBeUndefined();
  });
});
