import { isUnfinished, type UploadJob } from './queue/upload-job.ts';

/** Whether a job is of another account than the one that is signed in, which must not see the files' names. */
export function isOfSomebodyElse(job: UploadJob, uploader: string | undefined): boolean {
  return isUser(uploader) && isUser(job.uploader) && job.uploader !== uploader;
}

const isUser = (uploader: string | undefined) => uploader?.startsWith('user:') ?? false;

/** What is said of files that wait for whoever uses the page to sign in again; undefined if none does. */
export function textOfKept(jobs: readonly UploadJob[]): string | undefined {
  const kept = keptOf(jobs);
  if (kept.length === 0) return undefined;
  if (!areStored(kept)) return 'Sign in again in another tab to go on. Keep this page open.';
  return `${mustSignIn(kept) ? 'Sign in again to go on' : 'Waiting'}: ${countOf(kept)} kept on this device.`;
}

/** What a user is told of files that wait for somebody else; undefined if none does. */
export function textOfOthers(jobs: readonly UploadJob[]): string | undefined {
  const kept = keptOf(jobs);
  if (kept.length === 0) return undefined;
  const until = 'until the person who added them signs in again.';
  return areStored(kept)
    ? `${countOf(kept)} kept on this device ${until}`
    : `Keep this page open: ${countOf(kept)} kept in it ${until}`;
}

/**
 * Where signing in would let kept files go on: in this tab, or in another one, because the files are lost with the page.
 * Undefined if it would not.
 */
export function signInFor(jobs: readonly UploadJob[]): 'here' | 'another-tab' | undefined {
  if (!mustSignIn(keptOf(jobs))) return undefined;
  return areStored(jobs.filter(isUnfinished)) ? 'here' : 'another-tab';
}

const keptOf = (jobs: readonly UploadJob[]) => jobs.filter(({ state }) => state === 'awaiting-person');

const areStored = (jobs: readonly UploadJob[]) => jobs.every(({ isKept }) => isKept);
const mustSignIn = (jobs: readonly UploadJob[]) => jobs.some(({ uploader }) => isUser(uploader));
const countOf = ({ length }: readonly UploadJob[]) => (length === 1 ? '1 file is' : `${length} files are`);
