/** A file that is gone: its item was deleted, or moved by moderation. */
export class SourceFileGone extends Error {
  override readonly name: string = 'SourceFileGone';
}

/** A clean copy that this release would put together otherwise than its item says. */
export class OtherCopy extends SourceFileGone {
  override readonly name = 'OtherCopy';
}
