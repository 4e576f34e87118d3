import { type Job, nextStep, pathOf } from './queued-job.ts';
import type { QueueEvent } from './queue-events.ts';
import type { QueueState } from './queue-state.ts';
import type { Step } from './upload-steps.ts';

/** Something to do outside the queue. */
export type Effect<Saved> =
  | { readonly do: 'abort'; readonly run: number }
  | { readonly do: 'run'; readonly run: number; readonly id: string; readonly step: Step }
  /** Cancels the timer, and sets it where there is a time. */
  | { readonly do: 'wake'; readonly atMs: number | undefined }
  | { readonly do: 'store'; readonly id: string; readonly blob: Blob }
  | { readonly do: 'update'; readonly id: string }
  | { readonly do: 'delete'; readonly ids: readonly string[] }
  | { readonly do: 'deleteAllOf'; readonly uploader: string }
  | {
      readonly do: 'announceSaved';
      readonly id: string;
      readonly saved: Saved;
      readonly blob: Blob | undefined;
    }
  | { readonly do: 'announceFailed'; readonly id: string }
  | { readonly do: 'announceSettled'; readonly ids: readonly string[] };

/** What one event did to the queue. */
export type Change<Saved> = {
  readonly before: QueueState;
  readonly event: QueueEvent<Saved>;
  readonly after: QueueState;
};

/** What has to be done after an event, in order: what fails to be announced must not keep a file from being sent. */
export function effectsOf<Saved>(change: Change<Saved>): Effect<Saved>[] {
  if (change.before === change.after && change.event.type !== 'personLeft') return [];
  return [...runEffects(change), ...storeEffects(change), ...announcements(change)];
}

/** A step runs for as long as its job works on it. */
function runEffects({ before, event, after }: Change<unknown>): Effect<never>[] {
  const [old, current] = [runsOf(before), runsOf(after)];
  // The run of the event has ended by itself.
  const ended = 'run' in event ? event.run : undefined;
  const aborts = [...old.keys()].filter((run) => !current.has(run) && run !== ended);
  const starts = [...current].filter(([run]) => !old.has(run));
  const isWakeDue = event.type === 'woken' || before.wakeAtMs !== after.wakeAtMs;
  return [
    ...aborts.map((run) => ({ do: 'abort', run }) as const),
    ...(isWakeDue ? [{ do: 'wake', atMs: after.wakeAtMs } as const] : []),
    ...starts.map(([run, job]) => ({ do: 'run', run, id: job.file.id, step: nextStep(job.stage) }) as const),
  ];
}

const runsOf = ({ jobs }: QueueState) =>
  new Map(jobs.flatMap((job) => (job.state.name === 'working' ? [[job.state.run, job] as const] : [])));

/** The store follows the jobs, except that jobs of people who left are deleted whichever page has them. */
function storeEffects({ before, event, after }: Change<unknown>): Effect<never>[] {
  const old = new Map(before.jobs.map((job) => [job.file.id, job]));
  const effects: Effect<never>[] = [];
  for (const job of after.jobs) {
    const { id } = job.file;
    const previous = old.get(id);
    if (event.type === 'filesAdded' && !previous) {
      const file = event.files.find((file) => file.id === id);
      if (file) effects.push({ do: 'store', id, blob: file.blob });
    } else if (previous ? isStoredAlike(previous, job) : !isHandedOver(event, job)) continue;
    else effects.push({ do: 'update', id });
  }
  if (event.type === 'personLeft') effects.push({ do: 'deleteAllOf', uploader: event.uploader });
  const current = new Set(after.jobs.map(({ file }) => file.id));
  const dismissed = event.type === 'dismissed' ? [...old.keys()].filter((id) => !current.has(id)) : [];
  const done = settled({ before, after }).filter(({ state }) => state.name === 'done');
  const ids = [...dismissed, ...done.map(({ file }) => file.id)];
  if (ids.length > 0) effects.push({ do: 'delete', ids });
  return effects;
}

/** Whether a job was stored as somebody else's when it was taken over. */
function isHandedOver(event: QueueEvent, { file, uploader }: Job): boolean {
  return (
    event.type === 'adopted' && event.jobs.some(({ job }) => job.id === file.id && job.uploader !== uploader)
  );
}

function isStoredAlike(a: Job, b: Job): boolean {
  return (
    a.uploader === b.uploader &&
    a.stage.name === b.stage.name &&
    pathOf(a.stage) === pathOf(b.stage) &&
    (a.state.name === 'failed') === (b.state.name === 'failed')
  );
}

/** Jobs of the batches that the event has ended. */
function settled({ before, after }: Pick<Change<unknown>, 'before' | 'after'>): Job[] {
  const open = new Set(before.jobs.filter(({ isInBatch }) => isInBatch).map(({ file }) => file.id));
  return after.jobs.filter((job) => !job.isInBatch && open.has(job.file.id));
}

function announcements<Saved>({ before, event, after }: Change<Saved>): Effect<Saved>[] {
  const effects: Effect<Saved>[] = [];
  const current = new Map(after.jobs.map((job) => [job.file.id, job]));
  for (const job of before.jobs) {
    const { id } = job.file;
    const next = current.get(id);
    if (event.type === 'saved' && job.stage.name === 'sent' && next?.stage.name === 'saved') {
      const { bytes } = job.stage;
      const blob = bytes.kind === 'missing' ? bytes.selected : bytes.blob;
      effects.push({ do: 'announceSaved', id, saved: event.saved, blob });
    }
    if (job.state.name !== 'failed' && next?.state.name === 'failed')
      effects.push({ do: 'announceFailed', id });
  }
  const ended = settled({ before, after });
  for (const person of new Set(ended.map(({ uploader }) => uploader))) {
    const batch = ended.filter(({ uploader }) => uploader === person);
    effects.push({ do: 'announceSettled', ids: batch.map(({ file }) => file.id) });
  }
  return effects;
}
