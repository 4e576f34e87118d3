import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod/mini';
import { openSqliteFile } from '../files/sqlite-file.ts';
import { fairOrder } from './fair-order.ts';
import { completeMessagesTable, MESSAGES_SETUP, messageStatements } from './message-statements.ts';
import type { Queue } from './queue-definition.ts';

export type ReceivedMessage = {
  readonly id: string;
  readonly body: string;
  readonly receipt: string;
  readonly sentMs: number;
  /** Across the queue and its dead-letter queue, this time included. */
  readonly receiveCount: number;
  readonly firstReceivedMs: number;
  /** Its `MessageGroupId`, if it has one. */
  readonly group: string | null;
};

/** `group`: the tenant that it is sent for. */
export type SentMessage = {
  readonly body: string;
  readonly delaySeconds: number;
  readonly group: string | null;
};

/** What became of a change: `too-late` without a message in flight by the receipt, `too-long` beyond 12 hours. */
export type VisibilityOutcome = 'changed' | 'too-late' | 'too-long';

/** How long a message may be hidden from when it was received, prolongations included. */
const LONGEST_HIDDEN_MS = 12 * 3_600_000;

export type MessageCounts = { readonly waiting: number; readonly inFlight: number; readonly delayed: number };

export type MessageStore = {
  /** @returns the message's id */
  send(queue: Queue, message: SentMessage): string;
  /**
   * Receives what is visible, without waiting, quiet groups first. Messages that were received too often go to the dead-letter
   * queue instead.
   */
  receive(queue: Queue, how: { atMost: number; visibilitySeconds: number }): ReceivedMessage[];
  /** Does nothing for a receipt that is no longer the message's last one. */
  remove(queue: Queue, receipt: string): void;
  changeVisibility(queue: Queue, change: { receipt: string; seconds: number }): VisibilityOutcome;
  /** Whether as many messages are in flight as the queue takes. */
  isFull(queue: Queue): boolean;
  /** Makes all messages in flight visible. */
  release(queue: Queue): void;
  count(queue: Queue): MessageCounts;
  /** When the next message becomes visible, in milliseconds since 1970; undefined if there is none. */
  nextVisibleMs(queue: Queue): number | undefined;
  /** Atomic, even if the process is killed; may be nested. */
  transaction<T>(work: () => T): T;
  close(): void;
};

type StoreOptions = {
  /** Everything is kept here. */
  readonly folder: string;
  readonly now: () => number;
  /** Called with a queue's name when messages may have become visible in it. */
  readonly onVisible: (queue: string) => void;
  /** Whether a message that is deleted after so many deliveries comes once more. */
  readonly deliversTwice?: DeliversTwice | undefined;
};

export type DeliversTwice = (deletion: { queue: string; receiveCount: number }) => boolean;

const row = z.object({
  id: z.string(),
  body: z.string(),
  sent_ms: z.number(),
  receive_count: z.number(),
  first_received_ms: z.nullable(z.number()),
  group_id: z.nullable(z.string()),
});
const counted = z.object({ waiting: z.number(), in_flight: z.number(), delayed: z.number() });
const received = z.optional(z.object({ received_ms: z.number() }));
const deletable = z.optional(
  z.object({ receive_count: z.number(), received_ms: z.number(), group_id: z.nullable(z.string()) }),
);
const earliest = z.object({ visible_ms: z.nullable(z.number()) });

/** Opens the messages of all queues. Every change is durable when its call returns. */
export function openMessageStore(options: StoreOptions): MessageStore {
  const { folder, now, onVisible, deliversTwice } = options;
  const { database, transaction, close } = openSqliteFile(path.join(folder, 'messages.sqlite'), {
    setup: MESSAGES_SETUP,
    folderMode: 0o700,
  });
  completeMessagesTable(database);
  const statements = messageStatements(database);
  const order = fairOrder(statements, now);

  const forgetOld = ({ name, retentionSeconds }: Queue) =>
    statements.forget.run(name, now() - retentionSeconds * 1000);

  function takeOne(message: z.output<typeof row>, hiddenMs: number): ReceivedMessage {
    const [receipt, receiveCount, receivedMs] = [randomUUID(), message.receive_count + 1, now()];
    const { id, body, sent_ms: sentMs, first_received_ms: firstReceivedMs, group_id: group } = message;
    statements.take.run(receipt, receivedMs + hiddenMs, receiveCount, receivedMs, id);
    return { id, body, receipt, sentMs, receiveCount, firstReceivedMs: firstReceivedMs ?? receivedMs, group };
  }

  function takeVisible(queue: Queue, atMost: number, hiddenMs: number): ReceivedMessage[] {
    const { redrive } = queue;
    for (;;) {
      const visible = order.next(queue.name, atMost).map((each) => row.parse(each));
      const [alive, dead] = [[], []] as [typeof visible, typeof visible];
      for (const each of visible)
        (redrive && each.receive_count >= redrive.maxReceiveCount ? dead : alive).push(each);
      for (const { id } of dead) statements.giveUp.run(redrive?.dlq ?? queue.name, now(), id);
      if (redrive && dead.length > 0) onVisible(redrive.dlq);
      if (alive.length > 0 || dead.length === 0) return alive.map((each) => takeOne(each, hiddenMs));
    }
  }

  return {
    send(queue, { body, delaySeconds, group }) {
      const id = randomUUID();
      const isNoisy = order.sent(queue.name, group);
      statements.insert.run(id, queue.name, body, now(), now() + delaySeconds * 1000, group, Number(isNoisy));
      onVisible(queue.name);
      return id;
    },
    receive: (queue, { atMost, visibilitySeconds }) =>
      transaction(() => {
        forgetOld(queue);
        return takeVisible(queue, atMost, visibilitySeconds * 1000);
      }),
    remove({ name }, receipt) {
      const found = deletable.parse(statements.find.get(name, receipt));
      if (!found) return;
      order.consumed(name, found.group_id, now() - found.received_ms);
      if (deliversTwice?.({ queue: name, receiveCount: found.receive_count })) {
        statements.showAgain.run(now(), receipt);
        onVisible(name);
      } else statements.remove.run(receipt);
    },
    changeVisibility({ name }, { receipt, seconds }) {
      const found = received.parse(statements.findInFlight.get(name, receipt, now()));
      if (!found) return 'too-late';
      const visibleMs = now() + seconds * 1000;
      if (visibleMs > found.received_ms + LONGEST_HIDDEN_MS) return 'too-long';
      statements.postpone.run(visibleMs, receipt);
      onVisible(name);
      return 'changed';
    },
    isFull: ({ name, maxInFlight }) =>
      statements.skipInFlight.get(name, now(), maxInFlight - 1) !== undefined,
    release({ name }) {
      statements.release.run(now(), name);
      onVisible(name);
    },
    count(queue) {
      forgetOld(queue);
      const {
        waiting,
        in_flight: inFlight,
        delayed,
      } = counted.parse(statements.count.get(now(), queue.name));
      return { waiting, inFlight, delayed };
    },
    nextVisibleMs: ({ name }) => earliest.parse(statements.next.get(name)).visible_ms ?? undefined,
    transaction,
    close,
  };
}
