import type { ByteSource } from '../media/byte-source.ts';
import { OddFile } from './copy-pieces.ts';

const WINDOW_BYTES = 131_072;

/** A source that is read mostly forwards, a window at a time, so that small steps through it need no read each. */
export type SourceWindow = {
  readonly size: number;
  /** Exactly these bytes, at most a window of them. @throws OddFile beyond the source */
  bytes(at: number, length: number): Promise<Buffer>;
  /** What is at hand from a place on, at least so many bytes. @throws OddFile beyond the source */
  rest(at: number, least: number): Promise<Buffer>;
};

export function sourceWindow(source: ByteSource): SourceWindow {
  let start = 0;
  let held: Buffer = Buffer.alloc(0);
  const rest = async (at: number, least: number): Promise<Buffer> => {
    if (!(at >= 0 && at + least <= source.size)) throw new OddFile('it ends too early');
    if (at < start || at + least > start + held.length) {
      [start, held] = [at, await source.read(at, Math.max(least, WINDOW_BYTES))];
      if (held.length < least) throw new OddFile('it ends too early');
    }
    return held.subarray(at - start);
  };
  return {
    size: source.size,
    bytes: async (at, length) => {
      if (length > WINDOW_BYTES) throw new OddFile('a header is too large');
      return (await rest(at, length)).subarray(0, length);
    },
    rest,
  };
}
