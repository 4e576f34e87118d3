import type { PersonKey } from '../domain/caller.ts';
import { type RollUpJob, rollUpJob } from '../domain/job-messages.ts';
import { mapConcurrent } from '../aws/map-concurrent.ts';
import { sendDelayedMessage } from '../aws/send-message.ts';
import { votesQueueUrl } from '../aws/settings.ts';
import { stateOfEventRow } from '../table/delete-event-rows.ts';
import { deleteRows, getRow } from '../table/dynamo.ts';
import { hasLostPeople, withdrawVotesOfRemoved } from '../table/idle-people.ts';
import { keys } from '../table/keys.ts';
import { deleteVoteCounts, rollUpVotes } from '../table/vote-counts.ts';
import type { Vote } from '../table/vote-row.ts';
import { job } from './kit/job.ts';

/** How many items of one message are worked on at once. */
const CONCURRENT = 8;
/** Until an event that has rolled up too often goes on: at random between these, so that its messages spread. */
const PAUSE_SECONDS = { min: 2, max: 10 } as const;

/**
 * Brings the counts of items in line with their votes, where the call that voted could not. Votes that
 * overtook the deletion of their item or event are removed, and those that overtook the removal of their voter are
 * withdrawn. It looks at what is there, so it is safe to repeat.
 */
export const handler = job('roll-up-votes', votesQueueUrl, async ({ body, isOverdue }) => {
  const { eventId, items } = rollUpJob.parse(body);
  const event = await getRow(keys.event(eventId));
  const isPresent = stateOfEventRow(event) === 'present';
  if (event && isPresent && hasLostPeople(event)) await withdrawVotesOfRemoved(votesIn({ eventId, items }));
  const rest: RollUpJob['items'] = [];
  // Each refusal is a write, too: after one, the event is left alone.
  const mustWait = () => isOverdue() || rest.length > 0;
  await mapConcurrent(items, CONCURRENT, async (item) => {
    if (mustWait()) {
      rest.push(item);
      return;
    }
    const rolled = isPresent ? await rollUpVotes(item.mediaId, new Date()) : undefined;
    if (!rolled) await removeVotes(eventId, item);
    else if (!rolled.isCurrent) rest.push(item);
  });
  if (rest.length === 0) return;
  const message: RollUpJob = { eventId, items: rest };
  await sendDelayedMessage(votesQueueUrl(), {
    body: JSON.stringify(message),
    group: eventId,
    delaySeconds: Math.round(PAUSE_SECONDS.min + Math.random() * (PAUSE_SECONDS.max - PAUSE_SECONDS.min)),
  });
});

async function removeVotes(eventId: string, item: RollUpJob['items'][number]): Promise<void> {
  await deleteRows(votesIn({ eventId, items: [item] }).map(keys.vote));
  await deleteVoteCounts(item.mediaId);
}

const votesIn = ({ eventId, items }: RollUpJob): Vote[] =>
  items.flatMap(({ mediaId, voters }) =>
    voters.map((voter) => ({ eventId, mediaId, voter: voter as PersonKey })),
  );
