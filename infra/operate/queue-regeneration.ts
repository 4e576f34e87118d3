import { GetQueueAttributesCommand, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { MediaStatus } from '../../shared/contract/entities.ts';
import { createdMessage } from '../../functions/domain/job-messages.ts';
import type { ListPosition } from '../../functions/domain/media-cursor.ts';
import { originalKey } from '../../functions/storage/object-keys.ts';
import type { MediaRecord } from '../../functions/domain/records.ts';
import { isFinished } from '../../functions/domain/rendition-names.ts';
import { listMediaPage } from '../../functions/table/media-lists.ts';

const PAGE = 200;
const BATCH = 10;

/** With more waiting, new uploads would wait too long behind them. */
const MAX_WAITING = 200;
const PAUSE_MS = 2000;

export type Regeneration = {
  readonly eventId: string;
  readonly edition: string;
  readonly client: SQSClient;
  /** URLs of the queues of pictures and of videos. */
  readonly queues: { readonly media: string; readonly videos: string };
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly tell: (counts: RegenerationCounts) => void;
};

export type RegenerationCounts = { readonly sent: number; readonly alreadyMade: number };

/**
 * Has workers make the renditions of every item of an event in an edition. Items that already have it are
 * skipped, so the same call continues where the last one stopped; items still being processed for the first
 * time are left alone.
 * @returns how many items were sent, and how many already had the edition
 */
export async function queueRegeneration(regeneration: Regeneration): Promise<RegenerationCounts> {
  let counts: RegenerationCounts = { sent: 0, alreadyMade: 0 };
  // Approved comes last: an item that is approved meanwhile is met again there.
  for (const status of ['pending', 'rejected', 'approved'] as const) {
    for await (const items of pagesOf(regeneration.eventId, status)) {
      const known = items.filter(({ state }) => state !== 'processing');
      const open = known.filter((media) => !isFinished(media, regeneration.edition));
      await sendPaced(regeneration, open);
      counts = {
        sent: counts.sent + open.length,
        alreadyMade: counts.alreadyMade + known.length - open.length,
      };
      regeneration.tell(counts);
    }
  }
  return counts;
}

async function* pagesOf(eventId: string, status: MediaStatus): AsyncGenerator<MediaRecord[]> {
  const scopes = [{ status, ownOnly: false } as const];
  const order = { sortBy: 'uploadedAt', ascending: true } as const;
  let after: ListPosition | undefined;
  do {
    const page = await listMediaPage({ eventId, scopes, viewer: undefined, order, after, limit: PAGE });
    if (page.items.length > 0) yield page.items;
    after = page.next;
  } while (after);
}

async function sendPaced(regeneration: Regeneration, items: readonly MediaRecord[]): Promise<void> {
  if (items.length === 0) return;
  while ((await waiting(regeneration)) >= MAX_WAITING) await regeneration.pause(PAUSE_MS);
  for (let at = 0; at < items.length; at += BATCH) {
    const Entries = items.slice(at, at + BATCH).map((media) => ({
      Id: media.id,
      MessageBody: createdMessage(originalKey(media), regeneration.edition),
      MessageGroupId: regeneration.eventId,
    }));
    const { Failed = [] } = await regeneration.client.send(
      new SendMessageBatchCommand({ QueueUrl: regeneration.queues.media, Entries }),
    );
    if (Failed.length > 0) throw new Error(`${Failed.length} messages were not taken: ${Failed[0]?.Message}`);
  }
}

async function waiting({ client, queues }: Regeneration): Promise<number> {
  const counts = await Promise.all(
    Object.values(queues).map(async (QueueUrl) => {
      const { Attributes } = await client.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
      );
      return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
