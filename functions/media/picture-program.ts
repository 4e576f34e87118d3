import { OverBudget } from './over-budget.ts';
import { makePicture, type Picture } from './picture.ts';
import { makeReducedJpeg, type ReducedTask } from './reduced-jpeg.ts';
import { UndecodableMedia, type UndecodableCode } from './undecodable.ts';

// The program of a process of its own, which makes pictures of strangers' files until it is killed.

export type ApartTask = {
  readonly path: string;
  readonly declaredType: string;
  readonly needsStandIn?: boolean;
  /** Not begun if its header promises more CPU time than this. */
  readonly mostExpectedMs?: number | undefined;
};

/** What the process is given: a picture to make all of, or to reduce. */
export type ProcessTask = ApartTask | ReducedTask;

export type PictureOutcome<T> =
  | {
      readonly ok: true;
      readonly made: T;
      /** Whether this is all; if not, it will move, or come with what others download. */
      readonly isFinal: boolean;
    }
  | {
      readonly ok: false;
      /** Missing if the file is not to blame. */
      readonly code?: UndecodableCode | 'over-budget';
      readonly message: string;
    };

type Outcome = PictureOutcome<Picture | Buffer>;

async function outcomeOf(task: ProcessTask & { cpuMs: number }): Promise<Outcome> {
  try {
    return { ok: true, made: await make(task), isFinal: true };
  } catch (error) {
    const message = String(error);
    if (error instanceof UndecodableMedia) return { ok: false, code: error.code, message };
    if (error instanceof OverBudget) return { ok: false, code: 'over-budget', message };
    // The limit of this process, which a picture reached.
    if (/allocat|out of memory/i.test(message)) return { ok: false, code: 'too-large', message };
    return { ok: false, message };
  }
}

function make(task: ProcessTask & { cpuMs: number }): Promise<Picture | Buffer> {
  if ('side' in task) return makeReducedJpeg(task);
  return makePicture({ ...task, input: task.path, onStill: tellStill });
}

const tell = (outcome: Outcome): void => void process.send?.(outcome);
const tellStill = (made: Picture): void => tell({ ok: true, made, isFinal: false });

process.on('message', (task: ProcessTask & { cpuMs: number }) => {
  void outcomeOf(task).then(tell);
});
process.send?.('started');
// Nobody waits for what it is doing any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
