import type { UploadJob } from './upload-job.ts';
import type { JobEntry } from './job-list.ts';
import { type Attempt, publish, save, send } from './upload-steps.ts';

type Listeners<Saved> = {
  /** The server has confirmed a step. */
  readonly confirm: (change: Partial<UploadJob>) => void;
  readonly onSaved: (saved: Saved) => void;
};

/** Runs a job's remaining steps. @throws StepFailure of the first step that fails */
export async function runSteps<Saved extends { readonly id: string }>(
  entry: JobEntry,
  attempt: Attempt<Saved>,
  { confirm, onSaved }: Listeners<Saved>,
): Promise<void> {
  if (entry.job.stage === 'new') {
    const objectPath = await send(entry.job, attempt);
    confirm({ stage: 'sent', objectPath });
  }
  if (entry.job.stage === 'sent') {
    const saved = await save(entry.job, attempt);
    confirm({ stage: 'saved', mediaId: saved.id });
    onSaved(saved);
    entry.blob = undefined;
  }
  await publish(entry.job, attempt);
}
