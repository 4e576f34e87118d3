import { makePicture, type Picture } from './picture.ts';
import { UndecodableMedia, type UndecodableCode } from './undecodable.ts';

// The program of a process of its own, which makes pictures of strangers' files until it is killed.

export type PictureTask = { readonly path: string; readonly declaredType: string };

export type PictureOutcome =
  | { readonly ok: true; readonly picture: Picture }
  | {
      readonly ok: false;
      /** Missing if the file is not to blame. */
      readonly code?: UndecodableCode;
      readonly message: string;
    };

async function outcomeOf({ path, declaredType }: PictureTask): Promise<PictureOutcome> {
  try {
    return { ok: true, picture: await makePicture({ input: path, declaredType }) };
  } catch (error) {
    const message = String(error);
    if (error instanceof UndecodableMedia) return { ok: false, code: error.code, message };
    // The limit of this process, which a picture reached.
    if (/allocat|out of memory/i.test(message)) return { ok: false, code: 'too-large', message };
    return { ok: false, message };
  }
}

process.on('message', (task: PictureTask) => {
  void outcomeOf(task).then((outcome) => process.send?.(outcome));
});
process.send?.('started');
// Nobody waits for what it is doing any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
