import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StepFailure, UNREADABLE } from '../../../web/src/features/uploads/queue/classify-response.ts';
import { type Effect, effectsOf } from '../../../web/src/features/uploads/queue/effects.ts';
import { isPending, nextStep } from '../../../web/src/features/uploads/queue/job.ts';
import type { QueueEvent, StepOutcome } from '../../../web/src/features/uploads/queue/queue-events.ts';
import {
  FIRST_STATE,
  isPresent,
  type QueueState,
} from '../../../web/src/features/uploads/queue/queue-state.ts';
import { reduce } from '../../../web/src/features/uploads/queue/reduce.ts';
import type { UploadJob } from '../../../web/src/features/uploads/queue/upload-job.ts';
import {
  ada,
  add,
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
  stepFailed,
} from './uploads-events.ts';

/** What may happen at any time. `pick` chooses among the jobs, and among the steps that are or were run. */
type Happening = {
  readonly name: string;
  readonly pick: number;
  readonly afterMs: number;
  readonly isOnline: boolean;
};

const OUTCOMES: readonly StepOutcome<unknown>[] = [
  { type: 'progressed', sentBytes: 50 },
  { type: 'progressed', sentBytes: 0 },
  issued,
  sent,
  saved,
  published,
  { type: 'putAnswered', status: 403 },
  { type: 'putAnswered', status: 400 },
  { type: 'putAnswered', status: 503 },
  { type: 'copyRead', blob },
  { type: 'copyRead', blob: undefined },
  stepFailed(failure()),
  stepFailed(failure(401, 'unauthenticated')),
  stepFailed(failure(401, 'session_changed')),
  stepFailed(failure(400, 'file_missing')),
  stepFailed(failure(413)),
  stepFailed(new StepFailure('sending', { ...UNREADABLE })),
];
const UPLOADERS = ['user:ada', 'user:bea', 'guest:grace'];
/** Each step answers with what can follow from it, so that runs get far; the others are answers that cannot come. */
const LIKELY: Record<ReturnType<typeof nextStep>['name'], number[]> = {
  'read-copy': [9, 10],
  issue: [2, 2, 2, 11, 12, 13, 15],
  put: [0, 1, 3, 3, 3, 6, 7, 8, 11, 16],
  save: [4, 4, 4, 11, 12, 13, 14, 15],
  publish: [5, 5, 11, 12, 15],
};
const happening: fc.Arbitrary<Happening> = fc.record({
  name: fc.oneof(
    { weight: 6, arbitrary: fc.constant('step') },
    {
      weight: 3,
      arbitrary: fc.constantFrom('late', 'add', 'person', 'woken', 'resumed', 'retry', 'dismiss', 'stored'),
    },
    { weight: 1, arbitrary: fc.constantFrom('left', 'adopted', 'stopped') },
  ),
  pick: fc.nat({ max: 10_000 }),
  afterMs: fc.constantFrom(0, 1, 500, 5000, 31_000),
  isOnline: fc.boolean(),
});

/** Plays happenings to a queue as the outside would, and checks what must hold after each. */
class Outside {
  state = FIRST_STATE;
  nowMs = 0;
  /** Steps that are being run, each for its job. */
  readonly running = new Map<number, string>();
  readonly everRun = new Set<number>();
  ids = 0;
  /** What did not hold. */
  readonly problems = new Set<string>();

  happen({ name, pick, afterMs, isOnline }: Happening): void {
    this.nowMs += afterMs;
    const event = this.eventOf(name, pick);
    if (!event) return;
    const before = this.state;
    const at = { nowMs: this.nowMs, isOnline, random: (pick % 100) / 100 };
    this.state = reduce(before, { ...event, at });
    if ('run' in event && event.type !== 'progressed') this.running.delete(event.run);
    const effects = effectsOf({ before, event, after: this.state });
    this.checkNothingLost(before, event);
    this.follow(effects);
    this.checkState();
  }

  private eventOf(name: string, pick: number): QueueEvent | undefined {
    const job = this.state.jobs[pick % Math.max(1, this.state.jobs.length)];
    const uploader = UPLOADERS[pick % UPLOADERS.length] ?? '';
    const id = job?.file.id ?? 'none';
    switch (name) {
      case 'step': {
        const run = [...this.running.keys()][pick % Math.max(1, this.running.size)];
        const of = this.state.jobs.find((job) => runOf(job) === run);
        if (run === undefined || !of) return undefined;
        const likely = LIKELY[nextStep(of.stage).name];
        return { ...(OUTCOMES[likely[pick % likely.length] ?? 0] ?? published), run };
      }
      case 'late':
        return { ...(OUTCOMES[pick % OUTCOMES.length] ?? published), run: -1 - (pick % 3) };
      case 'add': {
        const ids = Array.from({ length: 1 + (pick % 4) }, () => `${(this.ids += 1)}`);
        return add(uploader, ...ids);
      }
      case 'person':
        return personChanged([ada, bea, grace, nobody][pick % 4] ?? nobody);
      case 'woken':
        return { type: 'woken' };
      case 'resumed':
        return { type: 'networkResumed' };
      case 'retry':
        return { type: 'retried', id, uploader };
      case 'dismiss':
        return {
          type: 'dismissed',
          ids: this.state.jobs.filter((_, n) => (pick >> n) & 1).map((j) => j.file.id),
        };
      case 'stored':
        return { type: 'stored', id };
      case 'left':
        return { type: 'personLeft', uploader };
      case 'adopted': {
        const stage = (['new', 'sent', 'saved'] as const)[pick % 3] ?? 'new';
        const state = pick % 2 === 0 ? 'failed' : 'working';
        const { blob: _, ...facts } = file(`${(this.ids += 1)}`);
        const stored = { ...facts, eventId: 'evt_a', uploader, addedAtMs: 0, sentBytes: 0 };
        const failure = { step: 'saving', message: 'no' } as const;
        const job: UploadJob = { ...stored, stage, state, objectPath: 'path', failure };
        return { type: 'adopted', jobs: [{ job, blob: pick % 5 === 0 ? undefined : blob }] };
      }
      default:
        return { type: 'stopped' };
    }
  }

  private check(name: string, holds: boolean): void {
    if (!holds) this.problems.add(name);
  }

  /** Only what is over may be dismissed, and only the files of who left for good go with them. */
  private checkNothingLost(before: QueueState, event: QueueEvent): void {
    const kept = new Map(this.state.jobs.map((job) => [job.file.id, job]));
    for (const job of before.jobs) {
      const next = kept.get(job.file.id);
      if (!next) {
        const hasLeft = event.type === 'personLeft' && event.uploader === job.uploader;
        this.check('a job was lost', hasLeft || (event.type === 'dismissed' && !isPending(job)));
      } else if (next.stage.name !== 'saved' && 'bytes' in job.stage && hasBytes(job.stage.bytes)) {
        this.check('unsaved bytes were lost', hasBytes(next.stage.bytes));
      }
    }
  }

  /** Carries out the effects on steps. */
  private follow(effects: readonly Effect<unknown>[]): void {
    for (const effect of effects) {
      if (effect.do === 'abort') this.check('what does not run was aborted', this.running.delete(effect.run));
      if (effect.do !== 'run') continue;
      this.check('a step was run twice', !this.everRun.has(effect.run));
      this.check('a job was run twice at once', ![...this.running.values()].includes(effect.id));
      this.everRun.add(effect.run);
      this.running.set(effect.run, effect.id);
      const job = this.state.jobs.find(({ file }) => file.id === effect.id);
      this.check(
        'something was sent for who is away',
        job !== undefined && isPresent(this.state, job.uploader),
      );
    }
  }

  private checkState(): void {
    const { concurrency, network, jobs, wakeAtMs, isStopped } = this.state;
    const working = jobs.filter(({ state }) => state.name === 'working');
    const areRunning = working.every((job) => this.running.get(runOf(job)) === job.file.id);
    this.check('what works is what runs', areRunning && working.length === this.running.size);
    this.check('too many run', working.length <= 6);
    this.check('the limit is wrong', concurrency.limit >= 1 && concurrency.limit <= 6);
    this.check('something was counted below zero', Math.min(concurrency.successes, network.unanswered) >= 0);
    this.check('an id is there twice', new Set(jobs.map(({ file }) => file.id)).size === jobs.length);
    const isAnyDue = jobs.some(
      ({ state, uploader }) => state.name === 'waiting' && isPresent(this.state, uploader),
    );
    const isForgotten =
      isAnyDue && working.length === 0 && !(wakeAtMs !== undefined && wakeAtMs > this.nowMs);
    this.check('a job waits for ever', isStopped || !isForgotten);
    const pending = new Set(jobs.filter(isPending).map(({ uploader }) => uploader));
    this.check(
      'a batch was never announced',
      jobs.every((job) => !job.isInBatch || pending.has(job.uploader)),
    );
  }
}

const hasBytes = (bytes: { kind: string; selected?: Blob | undefined }) =>
  bytes.kind !== 'missing' || bytes.selected !== undefined;

it('loses no file, runs none twice, sends none as somebody else, and forgets none, in any order of events', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(fc.array(happening, { minLength: 20, maxLength: 150 }), (happenings) => {
      const outside = new Outside();
      for (const happening of happenings) {
        outside.happen(happening);
        expect([...outside.problems]).toEqual([]);
        for (const job of outside.state.jobs)
          reached.add(`${job.stage.name} ${shownState(outside.state, job)}`);
      }
    }),
    { numRuns: 300 },
  );
  // The happenings get everywhere.
  expect([...reached].toSorted()).toEqual([
    'new awaiting-person',
    'new failed',
    'new waiting',
    'new working',
    'saved awaiting-person',
    'saved done',
    'saved waiting',
    'saved working',
    'sent awaiting-person',
    'sent failed',
    'sent waiting',
    'sent working',
  ]);
});
