import { expect, test } from 'vitest';
import type { InvokeResult } from '../../infra/local/lambda/invoke.ts';
import { startSchedule } from '../../infra/local/eventbridge/start-schedule.ts';

const done: InvokeResult = { ok: true, payload: null };

/** A five-minute schedule whose timer the test runs. */
function scheduled(invoke: () => Promise<InvokeResult>, input?: unknown) {
  const events: unknown[] = [];
  const lines: string[] = [];
  const every: { milliseconds: number; run: () => void; cancelled: boolean }[] = [];
  const schedule = startSchedule({
    functionId: 'repair-media',
    rateMinutes: 5,
    input,
    invoke: async (event) => {
      events.push(event);
      return await invoke();
    },
    log: (line) => lines.push(line),
    now: () => Date.parse('2026-11-20T12:00:00.789Z'),
    timers: {
      after: () => () => undefined,
      every: (milliseconds, run) => {
        const timer = { milliseconds, run, cancelled: false };
        every.push(timer);
        return () => (timer.cancelled = true);
      },
    },
  });
  return { ...schedule, events, lines, every, tick: () => every[0]?.run() };
}

test('a schedule calls its function at its rate, with the event of EventBridge', async () => {
  const { events, every, tick } = scheduled(async () => done);
  expect(every.map((timer) => timer.milliseconds)).toEqual([300_000]);
  expect(events).toEqual([]);
  tick();
  tick();
  const event = {
    version: '0',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '000000000000',
    time: '2026-11-20T12:00:00Z',
    region: 'us-east-1',
    resources: ['arn:aws:events:us-east-1:000000000000:rule/repair-media'],
    detail: {},
  };
  expect(events).toEqual([event, event]);
});

test('a schedule with an input calls its function with that instead', async () => {
  const { events, tick } = scheduled(async () => done, { olderThanSeconds: 900 });
  tick();
  expect(events).toEqual([{ olderThanSeconds: 900 }]);
});

test('a schedule whose function fails reports it and goes on', async () => {
  const results = [
    Promise.resolve({ ...done, ok: false, errorType: 'E', errorMessage: 'no' } as InvokeResult),
  ];
  const { lines, tick, close, events } = scheduled(
    async () => await (results.pop() ?? Promise.reject(new Error('gone'))),
  );
  tick();
  tick();
  expect(await close()).toBe(true);
  expect(events).toHaveLength(2);
  expect(lines).toEqual([
    'repair-media failed on its schedule: E: no.',
    'repair-media failed on its schedule: Invoke: Error: gone.',
  ]);
});

test('closing a schedule waits for the call in flight, but no longer than it is told', async () => {
  const reply = Promise.withResolvers<InvokeResult>();
  const { tick, close, every } = scheduled(async () => await reply.promise);
  tick();
  expect(await close(5)).toBe(false);
  expect(every[0]?.cancelled).toBe(true);
  const closing = close();
  reply.resolve(done);
  expect(await closing).toBe(true);
});
