import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StepFailure, UNREADABLE } from '../../../web/src/features/uploads/queue/classify-response.ts';
import { type Effect, effectsOf } from '../../../web/src/features/uploads/queue/effects.ts';
import { isPending, type Job, nextStep } from '../../../web/src/features/uploads/queue/queued-job.ts';
import type { QueueEvent, StepOutcome } from '../../../web/src/features/uploads/queue/queue-events.ts';
import { FIRST_STATE, type QueueState } from '../../../web/src/features/uploads/queue/queue-state.ts';
import { reduce } from '../../../web/src/features/uploads/queue/reduce.ts';
import type { UploadJob } from '../../../web/src/features/uploads/queue/upload-job.ts';
import type { BrowserIdentity } from '../../../web/src/features/uploads/queue/effective-uploader.ts';
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
    { weight: 120, arbitrary: fc.constant('step') },
    {
      weight: 60,
      arbitrary: fc.constantFrom('late', 'add', 'person', 'woken', 'resumed', 'retry', 'dismiss', 'stored'),
    },
    { weight: 15, arbitrary: fc.constant('adopted') },
    // Rare, because little happens after them.
    { weight: 2, arbitrary: fc.constant('left') },
    { weight: 1, arbitrary: fc.constant('stopped') },
  ),
  pick: fc.nat({ max: 10_000 }),
  afterMs: fc.constantFrom(0, 1, 500, 5000, 31_000),
  isOnline: fc.boolean(),
});

/** Who is there, by what the session and the server have said: an account of its own beside the queue's. */
class Presence {
  private person: BrowserIdentity | undefined;
  private lookups = 0;
  private readonly refused = new Set<string>();
  /** For whom each step was begun, and after how many words of the session. */
  private readonly begun = new Map<number, { uploader: string; lookups: number }>();

  begin(run: number, uploader: string): void {
    this.begun.set(run, { uploader, lookups: this.lookups });
  }

  follow(event: QueueEvent, job: Job | undefined): void {
    if (event.type === 'personChanged') {
      this.person = event.person;
      this.lookups += 1;
      for (const uploader of Object.values(event.person)) if (uploader) this.refused.delete(uploader);
    }
    if (event.type !== 'stepFailed' || !job) return;
    const { code, status } = event.failure;
    const { uploader, lookups } = this.begun.get(event.run) ?? { uploader: '', lookups: 0 };
    const isOfSession = code === 'session_changed' || (status === 401 && uploader.startsWith('user:'));
    // What was saved is over, what was handed over is asked for again, and what the session said since is newer.
    const isNews = job.stage.name !== 'saved' && job.uploader === uploader && lookups === this.lookups;
    if (isOfSession && isNews) this.refused.add(uploader);
  }

  has(uploader: string): boolean {
    if (this.refused.has(uploader)) return false;
    const { person } = this;
    if (!person || uploader === person.uploader || uploader === person.guest) return true;
    // What a guest left is anybody's, and a visitor has not said who they are.
    return uploader.startsWith('guest:') && person.uploader === undefined;
  }
}

/** Plays happenings to a queue as the outside would, and checks what must hold after each. */
class Outside {
  state = FIRST_STATE;
  nowMs = 0;
  /** Steps that are being run, each for its job. */
  readonly running = new Map<number, string>();
  readonly everRun = new Set<number>();
  readonly presence = new Presence();
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
    if (name === 'late') this.checkUnchanged(before);
    const of = 'run' in event ? before.jobs.find((job) => runOf(job) === event.run) : undefined;
    this.presence.follow(event, of);
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
      case 'late': {
        const ended = [...this.everRun].filter((run) => !this.running.has(run));
        const run = ended[pick % Math.max(1, ended.length)];
        return run === undefined ? run : { ...(OUTCOMES[pick % OUTCOMES.length] ?? published), run };
      }
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

  /** An answer to a step that was given up changes nothing, except that what is due by now has its turn. */
  private checkUnchanged(before: QueueState): void {
    const isSame = before.jobs.every((job, n) => job.state.name === 'waiting' || job === this.state.jobs[n]);
    this.check('a late answer changed something', isSame);
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
      if (effect.do === 'announceSettled') this.checkTold(effect.ids);
      if (effect.do !== 'run') continue;
      this.check('a step was run twice', !this.everRun.has(effect.run));
      this.check('a job was run twice at once', ![...this.running.values()].includes(effect.id));
      this.everRun.add(effect.run);
      this.running.set(effect.run, effect.id);
      const job = this.state.jobs.find(({ file }) => file.id === effect.id);
      this.check('something was sent for who is away', job !== undefined && this.presence.has(job.uploader));
      this.presence.begin(effect.run, job?.uploader ?? '');
    }
  }

  private checkTold(ids: readonly string[]): void {
    const told = this.state.jobs.filter(({ file }) => ids.includes(file.id));
    this.check(
      'a batch of who is away was announced',
      told.every(({ uploader }) => this.presence.has(uploader)),
    );
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
      ({ state, uploader }) => state.name === 'waiting' && this.presence.has(uploader),
    );
    const isForgotten =
      isAnyDue && working.length === 0 && !(wakeAtMs !== undefined && wakeAtMs > this.nowMs);
    this.check('a job waits for ever', isStopped || !isForgotten);
    const pending = new Set(jobs.filter(isPending).map(({ uploader }) => uploader));
    this.check(
      'a batch was never announced',
      jobs.every(
        ({ isInBatch, uploader }) =>
          isStopped || !isInBatch || pending.has(uploader) || !this.presence.has(uploader),
      ),
    );
  }
}

const hasBytes = (bytes: { kind: string; selected?: Blob | undefined }) =>
  bytes.kind !== 'missing' || bytes.selected !== undefined;

it('loses no file, runs none twice, sends none as somebody else, and forgets none, in any order of events', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(fc.array(happening, { minLength: 20, maxLength: 150, size: 'max' }), (happenings) => {
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
