import { describe, expect, it } from 'vitest';
import { StepFailure, UNREADABLE } from '../../../web/src/features/uploads/queue/classify-response.ts';
import { type Effect, effectsOf } from '../../../web/src/features/uploads/queue/effects.ts';
import { nextStep } from '../../../web/src/features/uploads/queue/queued-job.ts';
import type { Moment, StepOutcome } from '../../../web/src/features/uploads/queue/queue-events.ts';
import { isDisconnected, type QueueState } from '../../../web/src/features/uploads/queue/queue-state.ts';
import type { UploadJob } from '../../../web/src/features/uploads/queue/upload-job.ts';
import {
  ada,
  add,
  after,
  afterOutcomes,
  bea,
  blob,
  failure,
  file,
  grace,
  issued,
  nobody,
  personChanged,
  published,
  runOf,
  saved,
  sent,
  shownState,
  start,
  stepFailed,
} from './uploads-events.ts';

const at = (nowMs: number): Moment => ({ nowMs, isOnline: false, random: 1 });
const firstState = (state: QueueState) => shownState(state, state.jobs[0]);
const idsOfWorking = (state: QueueState) =>
  state.jobs.filter((job) => job.state.name === 'working').map((job) => job.file.id);

/** The queue after these outcomes of a file's steps. */
const answer = (state: QueueState, id: string, ...outcomes: readonly StepOutcome<unknown>[]) =>
  outcomes.reduce(
    (state, outcome) =>
      after([{ ...outcome, run: runOf(state.jobs.find(({ file }) => file.id === id)) }], start, state),
    state,
  );
/** What is being done for each of the files. */
const stepsOf = (state: QueueState) =>
  state.jobs.map((job) => (job.state.name === 'working' ? nextStep(job.stage).name : job.state.name));

describe('a job', () => {
  const cases: [string, StepOutcome<unknown>[], UploadJob['state'], string | undefined][] = [
    ['asks for a URL first', [], 'working', 'issue'],
    ['is sent to it', [issued], 'working', 'put'],
    ['is saved once it has arrived', [issued, sent], 'working', 'save'],
    ['has arrived if its answer was lost', [issued, { type: 'putAnswered', status: 412 }], 'working', 'save'],
    ['is published once it is saved', [issued, sent, saved], 'working', 'publish'],
    ['is done then', [issued, sent, saved, published], 'done', undefined],
    ['is done if publishing is refused', [issued, sent, saved, stepFailed(failure(403))], 'done', undefined],
    ['asks for a fresh URL', [issued, { type: 'putAnswered', status: 403 }], 'working', 'issue'],
    ['waits after a fault of the network', [stepFailed(failure())], 'waiting', undefined],
    ['waits for a busy server', [issued, { type: 'putAnswered', status: 503 }], 'waiting', undefined],
    ['fails if it is refused', [issued, sent, stepFailed(failure(413))], 'failed', undefined],
    [
      'is read from the store if the file is gone',
      [issued, stepFailed(new StepFailure('sending', UNREADABLE))],
      'working',
      'read-copy',
    ],
    [
      'is sent from the stored copy',
      [issued, stepFailed(new StepFailure('sending', UNREADABLE)), { type: 'copyRead', blob }],
      'working',
      'put',
    ],
    [
      'fails without a copy',
      [issued, stepFailed(new StepFailure('sending', UNREADABLE)), { type: 'copyRead', blob: undefined }],
      'failed',
      undefined,
    ],
    [
      'is sent again if it never arrived',
      [issued, sent, stepFailed(failure(400, 'file_missing'))],
      'working',
      'issue',
    ],
    [
      'is sent again if it arrived as somebody else’s',
      [issued, sent, stepFailed(failure(403, 'foreign_upload'))],
      'working',
      'issue',
    ],
    [
      'fails if its person has lost access meanwhile',
      [issued, sent, stepFailed(failure(403, 'forbidden'))],
      'failed',
      undefined,
    ],
    [
      'is sent again once',
      [
        issued,
        sent,
        stepFailed(failure(400, 'file_missing')),
        issued,
        sent,
        stepFailed(failure(400, 'file_missing')),
      ],
      'failed',
      undefined,
    ],
  ];
  it.each(cases)('%s', (_, outcomes, state, step) => {
    const end = afterOutcomes(after([add('user:ada', 'a')]), outcomes);
    const [job] = end.jobs;
    expect([
      shownState(end, end.jobs[0]),
      job?.state.name === 'working' ? nextStep(job.stage).name : undefined,
    ]).toEqual([state, step]);
  });

  it('ignores answers to a step that was given up', () => {
    const working = afterOutcomes(after([add('user:ada', 'a')]), [issued]);
    const run = runOf(working.jobs[0]);
    const waiting = after([{ ...stepFailed(failure()), run }], start, working);
    expect(after([{ type: 'putAnswered', status: 200, run }], start, waiting)).toBe(waiting);
  });

  it('keeps a file that can be read neither where it was nor in the store, for a retry', () => {
    const unreadable = stepFailed(new StepFailure('sending', UNREADABLE));
    const failed = afterOutcomes(after([add('user:ada', 'a')]), [
      issued,
      unreadable,
      { type: 'copyRead', blob: undefined },
    ]);
    const again = after([{ type: 'retried', id: 'a', uploader: 'user:ada' }], start, failed);
    expect(again.jobs[0]?.stage).toMatchObject({ bytes: { kind: 'selected', blob } });
  });
});

describe('whose turn it is', () => {
  it('is the two smallest files first, and one more after two successes', () => {
    const files = [file('large', 300), file('small', 100), file('medium', 200), file('huge', 400)];
    const owner = { eventId: 'evt_a', uploader: 'user:ada' };
    let state = after([{ type: 'filesAdded', owner, files }]);
    expect(idsOfWorking(state)).toEqual(['small', 'medium']);
    for (const id of ['small', 'medium']) {
      for (const outcome of [issued, sent, saved, published]) {
        state = after(
          [{ ...outcome, run: runOf(state.jobs.find(({ file }) => file.id === id)) }],
          start,
          state,
        );
      }
    }
    expect(idsOfWorking(state)).toEqual(['large', 'huge']);
    expect(state.concurrency.limit).toBe(3);
  });

  it('to save is one file’s until the event has taken one of its person, then everybody’s', () => {
    const arrived = answer(
      answer(after([add('guest:grace', 'a', 'b', 'c')]), 'a', issued, sent),
      'b',
      issued,
      sent,
    );
    // The others are sent meanwhile.
    expect(stepsOf(arrived)).toEqual(['save', 'waiting', 'issue']);
    const placed = answer(arrived, 'a', saved, published);
    expect(stepsOf(placed)).toEqual(['done', 'save', 'issue']);
    expect(stepsOf(answer(placed, 'c', issued, sent))).toEqual(['done', 'save', 'save']);
  });

  it('to save is the next one’s if the first one has to wait, and everybody’s own in another event', () => {
    const owner = { eventId: 'evt_b', uploader: 'guest:grace' };
    const elsewhere = { type: 'filesAdded', owner, files: [file('c')] } as const;
    const arrived = answer(
      answer(after([add('guest:grace', 'a', 'b'), elsewhere]), 'a', issued, sent),
      'b',
      issued,
      sent,
    );
    const elsewhereToo = answer(arrived, 'c', issued, sent);
    expect(stepsOf(elsewhereToo)).toEqual(['save', 'waiting', 'save']);
    const placedElsewhere = answer(elsewhereToo, 'c', saved, published);
    expect(stepsOf(answer(placedElsewhere, 'a', stepFailed(failure(503))))).toEqual([
      'waiting',
      'save',
      'done',
    ]);
  });

  it('is nobody’s while the browser reports offline, but one’s every 30 s', () => {
    const added = after([add('user:ada', 'a', 'b')], at(0));
    expect([idsOfWorking(added), added.wakeAtMs]).toEqual([[], 30_000]);
    expect(idsOfWorking(after([{ type: 'woken' }], at(29_999), added))).toEqual([]);
    expect(idsOfWorking(after([{ type: 'woken' }], at(30_000), added))).toEqual(['a']);
    expect(idsOfWorking(after([{ type: 'networkResumed' }], at(1), added))).toEqual(['a']);
    expect(isDisconnected(added, false)).toBe(true);
  });

  it('comes after the backoff, or when the network is back, but never before the server’s Retry-After', () => {
    const busy = new StepFailure('saving', { status: 503, retryAfterSeconds: 60, message: 'busy' });
    const waiting = afterOutcomes(after([add('user:ada', 'a')]), [stepFailed(busy)]);
    expect(waiting.wakeAtMs).toBe(1000 + 60_000 + 1000);
    const early = after([{ type: 'networkResumed' }], { ...start, nowMs: 60_999 }, waiting);
    expect([idsOfWorking(early), early.wakeAtMs]).toEqual([[], 61_000]);
    expect(idsOfWorking(after([{ type: 'woken' }], { ...start, nowMs: 61_000 }, early))).toEqual(['a']);
  });
});

describe('whose files', () => {
  it.each([
    ['nobody is known yet', undefined, 'user:ada', 'working'],
    ['it is the uploader', ada, 'user:ada', 'working'],
    ['it is another user', bea, 'user:ada', 'awaiting-person'],
    ['it is a guest', grace, 'user:ada', 'awaiting-person'],
    ['nobody is signed in', nobody, 'user:ada', 'awaiting-person'],
    ['it is the guest', grace, 'guest:grace', 'working'],
    [
      'it is a user with the guest’s credentials',
      { ...grace, uploader: 'user:ada' },
      'guest:grace',
      'working',
    ],
    ['the guest’s credentials are gone', nobody, 'guest:grace', 'working'],
  ] as const)('are sent: %s', (_, person, uploader, expected) => {
    const known = person ? [personChanged(person)] : [];
    expect(firstState(after([...known, add(uploader, 'a')]))).toBe(expected);
  });

  it.each([
    ['401 of any kind', 401, 'unauthenticated', 'user:ada', 'awaiting-person'],
    ['401 of a proxy', 401, undefined, 'user:ada', 'awaiting-person'],
    ['a session of somebody else', 401, 'session_changed', 'user:ada', 'awaiting-person'],
    ['a session of somebody else, for a guest', 401, 'session_changed', 'guest:grace', 'awaiting-person'],
    ['credentials that the server does not know', 401, 'unauthenticated', 'guest:grace', 'failed'],
    ['a refusal', 403, 'forbidden', 'user:ada', 'failed'],
  ] as const)('wait or fail: %s', (_, status, code, uploader, expected) => {
    const refused = afterOutcomes(after([add(uploader, 'a', 'b', 'c')]), [stepFailed(failure(status, code))]);
    expect(shownState(refused, refused.jobs[0])).toBe(expected);
    // All of the uploader's wait, not only the one that was refused.
    const others = [shownState(refused, refused.jobs[1]), shownState(refused, refused.jobs[2])];
    expect(others).toEqual(
      expected === 'failed' ? ['working', 'working'] : ['awaiting-person', 'awaiting-person'],
    );
  });

  it('go on once the session confirms the same person, and not for anybody else', () => {
    const refused = afterOutcomes(after([personChanged(ada), add('user:ada', 'a')]), [
      stepFailed(failure(401, 'session_changed')),
    ]);
    const later = { ...start, nowMs: 5000 };
    for (const person of [nobody, bea, grace]) {
      const other = after(
        [personChanged(person), { type: 'networkResumed' }, { type: 'woken' }],
        later,
        refused,
      );
      expect([shownState(other, other.jobs[0]), other.wakeAtMs]).toEqual(['awaiting-person', undefined]);
      expect(firstState(after([personChanged(ada)], later, other))).toBe('working');
    }
    expect(firstState(after([personChanged(ada)], later, refused))).toBe('working');
  });

  it('are tried again if the session has confirmed the person since the refused call began', () => {
    const added = after([personChanged(ada), add('user:ada', 'a')]);
    const refused = afterOutcomes(after([personChanged(ada)], start, added), [stepFailed(failure(401))]);
    expect(firstState(refused)).toBe('waiting');
    expect(refused.wakeAtMs).toBe(2000);
  });

  it('back off if the same person is confirmed and refused again and again', () => {
    const refused = afterOutcomes(after([add('user:ada', 'a')]), [stepFailed(failure(401))]);
    expect(firstState(after([personChanged(ada)], start, refused))).toBe('waiting');
  });

  it('still arrive in the object store while their uploader is away, and are not saved', () => {
    const sending = afterOutcomes(after([personChanged(ada), add('user:ada', 'a', 'b')]), [issued]);
    const away = after([personChanged(bea)], start, sending);
    expect(away.jobs.map(({ state }) => state.name)).toEqual(['working', 'waiting']);
    const arrived = afterOutcomes(away, [sent]);
    expect(arrived.jobs.map(({ stage, state }) => [stage.name, state.name])).toEqual([
      ['sent', 'waiting'],
      ['new', 'waiting'],
    ]);
    const back = after([personChanged(ada)], start, arrived);
    expect(back.jobs.map(({ stage, state }) => [stage.name, state.name])).toEqual([
      ['sent', 'working'],
      ['new', 'working'],
    ]);
  });

  it('can be neither retried nor dismissed by another user, failed or not', () => {
    const failed = afterOutcomes(after([personChanged(ada), add('user:ada', 'a')]), [
      stepFailed(failure(413)),
    ]);
    const away = after([personChanged(bea)], start, failed);
    const touched = after(
      [
        { type: 'retried', id: 'a', uploader: 'user:bea' },
        { type: 'retried', id: 'a', uploader: 'user:ada' },
        { type: 'dismissed', ids: ['a'] },
      ],
      start,
      away,
    );
    expect(shownState(touched, touched.jobs[0])).toBe('awaiting-person');
    expect(firstState(after([personChanged(ada)], start, touched))).toBe('failed');
  });

  it('do not keep the files of the person who is there from being announced', () => {
    const before = after([
      personChanged(ada),
      add('user:ada', 'a'),
      personChanged(bea),
      add('user:bea', 'b'),
    ]);
    let state = before;
    const effects: Effect<unknown>[] = [];
    for (const outcome of [issued, sent, saved, published]) {
      const event = { ...outcome, run: runOf(state.jobs[1]) };
      const next = after([event], start, state);
      effects.push(...effectsOf({ before: state, event, after: next }));
      state = next;
    }
    expect(effects.filter((effect) => effect.do === 'announceSettled')).toEqual([
      { do: 'announceSettled', ids: ['b'] },
    ]);
    expect(shownState(state, state.jobs[0])).toBe('awaiting-person');
  });
});
