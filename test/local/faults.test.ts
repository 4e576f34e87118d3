import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { keys } from '../../functions/table/keys.ts';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { projectDir } from '../../infra/build/project-paths.ts';
import { checkFaults } from '../bench/faults-check.ts';
import { createLedger, newThing } from '../bench/faults-ledger.ts';
import type { Snapshot } from '../bench/faults-snapshot.ts';

beforeAll(() => ensureBuilt(), 180_000);

// Two seconds of trouble or until some uploads are acknowledged, and as long as it takes afterwards: a slow machine does
// less in them, and no other things. By this seed the functions are killed in the second of them, and everything at the end.
it('what people were told is true exactly once after kills, cut connections and throttling', async () => {
  const amounts = ['--seconds', '2', '--uploads', '10', '--guests', '4', '--seed', '25'];
  const words = ['test/bench/faults.ts', ...amounts];
  const child = spawn(process.execPath, words, { cwd: projectDir, stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(printed).toEqual(expect.stringMatching(/faults: lost 0, doubled 0, left over 0\n$/));
  expect(printed).toMatch(/uploads: [1-9]\d+ acknowledged/);
  expect(printed).toMatch(/(votes|payments): [1-9]\d* acknowledged/);
  expect(printed).toMatch(/killed: .*functions [1-9]/);
}, 300_000);

const rowOf = (id: string) => ({ ...keys.event(id), id, name: 'Event 1' });

describe('what is not so is named:', () => {
  const NOTHING: Snapshot = { rows: [], objects: [], messages: [], paidSessions: [] };
  const [eventId, otherId] = ['evt_aaaaaaaaaaaaaaaaaaaaaaaaaa', 'evt_bbbbbbbbbbbbbbbbbbbbbbbbbb'];
  const host = 'user:hannah';

  function ledgerOf(removed: 'unasked' | 'done') {
    const ledger = createLedger();
    const event = {
      ...newThing('Event 1'),
      id: eventId,
      made: 'done',
      removed,
      host,
      isPaid: false,
    } as const;
    const item = { ...newThing('photo-1.jpg'), made: 'done', event, uploader: host, md5: '' } as const;
    ledger.events.push(event);
    if (removed === 'unasked') ledger.items.push(item);
    return ledger;
  }
  const namesOf = (ledger: ReturnType<typeof ledgerOf>, snapshot: Snapshot) =>
    checkFaults(ledger, snapshot).map(({ kind, what }) => `${kind} ${what}`);

  it('what was made and is missing', () => {
    expect(namesOf(ledgerOf('unasked'), NOTHING)).toEqual([
      `lost Event 1 (${eventId}): there is no row`,
      'lost photo-1.jpg (no id told): there is no row',
    ]);
  });

  it('what is there twice', () => {
    const found = namesOf(ledgerOf('unasked'), { ...NOTHING, rows: [rowOf(eventId), rowOf(otherId)] });
    expect(found).toContainEqual(expect.stringMatching(/^doubled Event 1 /));
  });

  it('what was removed and is there, nobody’s files, and messages that nobody takes', () => {
    const object = { key: 'media/originals/nobodys.jpg', sizeBytes: 1, eTag: '' };
    const message = { id: '1', queue: 'media-dlq', body: '{}', isDelayed: false };
    const snapshot = { ...NOTHING, rows: [rowOf(eventId)], objects: [object], messages: [message] };
    expect(namesOf(ledgerOf('done'), snapshot)).toEqual([
      `left over Event 1 (${eventId}): EVENT#${eventId} / EVENT`,
      'left over object media/originals/nobodys.jpg',
      'left over message 1 in media-dlq: {}',
    ]);
  });
});
