/**
 * - `wrong-type`: the bytes are not what was declared, or no accepted picture or video at all
 * - `too-large`: more pixels, frames or memory than the workers spend on one file
 * - `too-slow`: not done within its time limit
 * - `damaged`: begins like its format, but nothing of it can be shown
 */
export type UndecodableCode = 'wrong-type' | 'too-large' | 'too-slow' | 'damaged';

/**
 * A file that will never be shown, however often it is tried: record it and go on. Every other error from the
 * media functions is unexpected, and the job may be tried again.
 */
export class UndecodableMedia extends Error {
  override readonly name = 'UndecodableMedia';
  readonly code: UndecodableCode;

  constructor(code: UndecodableCode, options?: ErrorOptions) {
    super(`Undecodable media: ${code}`, options);
    this.code = code;
  }
}
