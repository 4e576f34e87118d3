import { expect, it, vi } from 'vitest';
import { handler } from '../../../functions/jobs/delete-event-contents.ts';
import { keys } from '../../../functions/table/keys.ts';
import { withAws } from '../../fixtures/faulty-run.ts';
import { useFaultyWorld } from '../../fixtures/faulty-world.ts';
import { delivery, lambda } from '../../fixtures/media-world.ts';
import { NOW, paidEvent, payment, sampleRows } from '../../fixtures/sample-rows.ts';
import { eventRow } from '../../fixtures/table-rows.ts';

// The logger reads it when it is made, which imports do.
vi.hoisted(() => {
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
});

useFaultyWorld();

it('an event with thousands of open checkouts loses its files first, and its people after its payments', async () => {
  const world = {
    rows: [...sampleRows(), eventRow(paidEvent, { deletedAt: NOW.toISOString() })],
    files: { [`media/open/${paidEvent.id}/left.webp`]: new Uint8Array(1) },
  };
  const body = JSON.stringify({ eventId: paidEvent.id });
  const { inputs, left } = await withAws(world, undefined, () => handler(delivery(body), lambda));
  const steps = inputs.map((input) => JSON.stringify(input));
  const files = steps.findIndex((step) => step.includes('left.webp'));
  const payments = steps.findIndex((step) => step.includes(keys.payment(payment).sk));
  const people = steps.findIndex((step) => step.includes('DeleteRequest') && step.includes('PERSON#'));
  expect([files, payments, people].toSorted((a, b) => a - b)).toEqual([files, payments, people]);
  expect(files).toBeGreaterThan(0);
  expect(Object.keys(left.files ?? {})).toEqual([]);
});
