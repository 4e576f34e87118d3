import { lambdaHandler } from '../../aws/lambda-handler.ts';
import { log } from '../../aws/log.ts';
import { countFailedJobs } from './failed-jobs.ts';

/**
 * Makes a Lambda handler for a schedule. A run that throws counts as failed, and Lambda tries it again; so does each
 * item that the run leaves undone.
 * @param id as in the manifest
 * @param run is handed the schedule's event, and what to do with an item's work that may fail without stopping the rest
 */
export function scheduledJob<R>(id: string, run: (event: unknown, attempt: Attempt) => Promise<R>) {
  return lambdaHandler(async (event?: unknown): Promise<R> => {
    try {
      return await run(event, (failure, work) => attempted({ id, failure, work }));
    } catch (error) {
      countFailedJobs(id, 1);
      throw error;
    }
  });
}

/**
 * Does an item's work and logs and counts its failure.
 * @returns whether it succeeded
 */
export type Attempt = (failure: Failure, work: () => Promise<void>) => Promise<boolean>;

/** What the log says of a failure: a message that never changes, and ids. */
type Failure = { readonly message: string; readonly ids?: Readonly<Record<string, string>> };

async function attempted({ id, failure, work }: { id: string; failure: Failure; work: () => Promise<void> }) {
  try {
    await work();
    return true;
  } catch (error) {
    log.error(failure.message, { ...failure.ids, error: error instanceof Error ? error : undefined });
    countFailedJobs(id, 1);
    return false;
  }
}
