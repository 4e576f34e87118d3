import { OverBudget } from './over-budget.ts';
import { makePicture, type Picture } from './picture.ts';
import { UndecodableMedia, type UndecodableCode } from './undecodable.ts';

// The program of a process of its own, which makes pictures of strangers' files until it is killed.

export type ApartTask = {
  readonly path: string;
  readonly declaredType: string;
  readonly needsStandIn?: boolean;
  /** Not begun if its header promises more CPU time than this. */
  readonly mostExpectedMs?: number | undefined;
};

export type PictureOutcome =
  | {
      readonly ok: true;
      readonly picture: Picture;
      /** Whether this is all; if not, it will move, or come with what others download. */
      readonly isFinal: boolean;
    }
  | {
      readonly ok: false;
      /** Missing if the file is not to blame. */
      readonly code?: UndecodableCode | 'over-budget';
      readonly message: string;
    };

async function outcomeOf({ path, ...task }: ApartTask & { cpuMs: number }): Promise<PictureOutcome> {
  try {
    const onStill = (picture: Picture): void => tell({ ok: true, picture, isFinal: false });
    return { ok: true, picture: await makePicture({ ...task, input: path, onStill }), isFinal: true };
  } catch (error) {
    const message = String(error);
    if (error instanceof UndecodableMedia) return { ok: false, code: error.code, message };
    if (error instanceof OverBudget) return { ok: false, code: 'over-budget', message };
    // The limit of this process, which a picture reached.
    if (/allocat|out of memory/i.test(message)) return { ok: false, code: 'too-large', message };
    return { ok: false, message };
  }
}

const tell = (outcome: PictureOutcome): void => void process.send?.(outcome);

process.on('message', (task: ApartTask & { cpuMs: number }) => {
  void outcomeOf(task).then(tell);
});
process.send?.('started');
// Nobody waits for what it is doing any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
