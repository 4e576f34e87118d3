import { describe, expect, it } from 'vitest';
import { MAX_DELAY_SECONDS } from '../../../functions/aws/send-message.ts';
import {
  ARCHIVE_DAYS,
  ARCHIVE_OFFERED_SECONDS,
  SIGNED_URL_SECONDS,
} from '../../../functions/domain/file-lifetimes.ts';
import { PARTS_TIMEOUT_MS } from '../../../functions/event-page/shell.ts';
import { workers } from '../../../functions/manifest/workers.ts';
import { functions } from '../../../functions/manifest/functions.ts';
import { queueRow, queues, queueWorker, visibilitySeconds } from '../../../functions/manifest/queues.ts';
import { ENCODE_MEMORY_BYTES } from '../../../functions/media/playable-video.ts';
import { PICTURE_MEMORY_BYTES } from '../../../functions/media/picture-answer.ts';
import { SVG_MEMORY_BYTES } from '../../../functions/media/svg.ts';

// Numbers of the manifest and of its functions that cannot follow from each other, and still have to agree.

const rowOf = (id: string) => {
  const row = functions.find((one) => one.id === id);
  if (!row) throw new Error(`No function is called ${id}.`);
  return row;
};
const named = functions.map((row) => [row.id, row] as const);

it.each(workers.map((row) => [row.id, row] as const))(
  '%s keeps less of its time than it has',
  (_, { timeoutSeconds, reserveSeconds = 0 }) => {
    expect(reserveSeconds).toBeLessThan(timeoutSeconds / 2);
  },
);

it.each(named)('%s has ended by the second look at a deletion', (_, { timeoutSeconds }) => {
  expect(timeoutSeconds).toBeLessThanOrEqual(MAX_DELAY_SECONDS);
});

it('files that somebody may still ask for by an earlier address go after that', () => {
  // They are removed by a message that comes as late as the address works.
  expect(SIGNED_URL_SECONDS).toBeLessThanOrEqual(MAX_DELAY_SECONDS);
});

it('a ZIP is there as long as an address of it works', () => {
  expect(ARCHIVE_OFFERED_SECONDS + SIGNED_URL_SECONDS).toBeLessThan(ARCHIVE_DAYS * 24 * 3600);
});

it('an event page has time to be sent unfilled', () => {
  expect(2 * PARTS_TIMEOUT_MS).toBeLessThan(rowOf('show-event').timeoutSeconds * 1000);
});

it.each([
  ['process-media', PICTURE_MEMORY_BYTES],
  ['process-heavy-media', PICTURE_MEMORY_BYTES + SVG_MEMORY_BYTES],
  ['process-video', ENCODE_MEMORY_BYTES],
])('%s has the memory that its tools may take', (id, bytes) => {
  expect(bytes).toBeLessThan(rowOf(id).memoryMb * 2 ** 20);
});

describe('a queue', () => {
  it.each(queues.map(({ name }) => name))('%s hides a message for six times its worker', (name) => {
    const worker = functions.find(({ trigger }) => trigger.kind === 'queue' && trigger.queue === name);
    expect(visibilitySeconds(name)).toBe(6 * (worker?.timeoutSeconds ?? 0));
  });

  it('tells its worker when it gives a message up', () => {
    expect(queueWorker('process-media').maxReceiveCount).toBe(queueRow('media').maxReceiveCount);
    const worker = workers.find(({ id }) => id === 'build-archive');
    expect(queueWorker('build-archive').reserveSeconds).toBe(worker?.reserveSeconds);
    expect(() => queueWorker('repair-media')).toThrow('repair-media');
  });
});
