import { S3Error } from './s3-error.ts';

export type ByteReader = {
  /** One line without its CRLF. */
  line(): Promise<string>;
  /** Exactly so many bytes, in pieces as they arrive. */
  take(count: number): AsyncGenerator<Buffer>;
  atEnd(): Promise<boolean>;
};

const MAX_LINE_BYTES = 4096;

/**
 * Reads a stream by lines and by counted bytes.
 * @throws S3Error IncompleteBody where the stream ends early, MalformedTrailerError for an endless line.
 */
export function readBytes(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let buffer: Buffer = Buffer.alloc(0);

  async function more(): Promise<boolean> {
    const next = await chunks.next();
    if (next.done === true) return false;
    buffer = buffer.length === 0 ? next.value : Buffer.concat([buffer, next.value]);
    return true;
  }

  async function line(): Promise<string> {
    let end = buffer.indexOf('\r\n');
    while (end < 0) {
      if (buffer.length > MAX_LINE_BYTES) throw new S3Error('MalformedTrailerError');
      if (!(await more())) throw new S3Error('IncompleteBody');
      end = buffer.indexOf('\r\n');
    }
    const text = buffer.subarray(0, end).toString();
    buffer = buffer.subarray(end + 2);
    return text;
  }

  async function* take(count: number): AsyncGenerator<Buffer> {
    let left = count;
    while (left > 0) {
      if (buffer.length === 0 && !(await more())) throw new S3Error('IncompleteBody');
      const piece = buffer.subarray(0, left);
      buffer = buffer.subarray(piece.length);
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }

  return { line, take, atEnd: async () => buffer.length === 0 && !(await more()) };
}
