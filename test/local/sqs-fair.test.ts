import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type MessageStore, openMessageStore } from '../../infra/local/sqs/message-store.ts';
import { queuesByName } from '../../infra/local/sqs/queue-definition.ts';

// As "How Amazon SQS fair queues work" of the Amazon SQS Developer Guide has it.

const definition = { name: 'jobs', visibilityTimeoutSeconds: 600, maxReceiveCount: 6, dlq: 'jobs-dlq' };
const queue = queuesByName([definition]).get('jobs')!;
const cleanups: (() => void)[] = [];
afterEach(() =>
  cleanups
    .splice(0)
    .toReversed()
    .forEach((cleanup) => cleanup()),
);

function world(prepare: (file: string) => void = () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'gatherlens-fair-'));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  prepare(join(folder, 'messages.sqlite'));
  const clock = { ms: 1_800_000_000_000 };
  const store: MessageStore = openMessageStore({ folder, now: () => clock.ms, onVisible: () => undefined });
  cleanups.push(() => store.close());
  const send = (group: string | null, count = 1) => {
    for (let at = 0; at < count; at += 1)
      store.send(queue, { body: group ?? 'none', delaySeconds: 0, group });
  };
  const receive = (atMost = 1) => store.receive(queue, { atMost, visibilitySeconds: 600 });
  const bodies = (atMost = 1) => receive(atMost).map(({ body }) => body);
  /** Receives messages, and deletes each after as long. */
  const work = (count: number, ms: number) => {
    for (const { receipt } of receive(count)) {
      clock.ms += ms;
      store.remove(queue, receipt);
    }
  };
  return { store, clock, send, receive, bodies, work };
}

describe('a tenant with a backlog', () => {
  it('that takes more than a tenth of the consumers’ time comes after those that do not', () => {
    const { send, work, bodies } = world();
    send('noisy', 600);
    send('quiet');
    // Nothing is known of anybody yet: the oldest comes first.
    work(1, 2000);
    expect(bodies()).toEqual(['quiet']);
    expect(bodies(2)).toEqual(['noisy', 'noisy']);
  });

  it('with 30 messages in flight and more than a tenth of them comes after those that have less', () => {
    const { send, receive, bodies } = world();
    send('noisy', 600);
    send('quiet');
    receive(29);
    expect(bodies()).toEqual(['noisy']);
    expect(bodies()).toEqual(['quiet']);
  });

  it('comes before a noisy one that has more in flight', () => {
    const { send, receive, bodies } = world();
    send('noisy', 50);
    send('noisier', 50);
    receive(80);
    expect(bodies(11)).toEqual([...Array<string>(10).fill('noisier'), 'noisier']);
    send('noisy', 50);
    send('noisier', 50);
    expect(bodies()).toEqual(['noisier']);
  });

  it('stays noisy for as long as it sends, and is as any other after five minutes without', () => {
    const { clock, send, work, bodies } = world();
    send('noisy', 10);
    work(1, 2000);
    expect(bodies()).toEqual(['noisy']);
    clock.ms += 200_000;
    send('noisy');
    clock.ms += 200_000;
    send('quiet', 2);
    expect(bodies()).toEqual(['quiet']);
    clock.ms += 100_000;
    expect(bodies()).toEqual(['noisy']);
  });
});

it('a message without a group is a tenant of its own', () => {
  const { send, work, bodies } = world();
  send('noisy', 100);
  send(null, 100);
  work(1, 2000);
  expect(bodies(10)).toEqual(Array<string>(10).fill('none'));
});

it('the group comes with the message', () => {
  const { send, receive } = world();
  send('event');
  send(null);
  expect(receive(2).map(({ group }) => group)).toEqual(['event', null]);
});

it('messages that an earlier release left are still there', () => {
  const { bodies, send } = world((file) => {
    const database = new DatabaseSync(file);
    database.exec(`
      CREATE TABLE messages (
        place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, queue TEXT NOT NULL, body TEXT NOT NULL,
        sent_ms INTEGER NOT NULL, visible_ms INTEGER NOT NULL, receive_count INTEGER NOT NULL DEFAULT 0,
        first_received_ms INTEGER, received_ms INTEGER, receipt TEXT UNIQUE
      ) STRICT;
      INSERT INTO messages (id, queue, body, sent_ms, visible_ms)
        VALUES ('1', 'jobs', 'old', 1799999999000, 1799999999000);`);
    database.close();
  });
  send('event');
  expect(bodies(2)).toEqual(['old', 'event']);
});
