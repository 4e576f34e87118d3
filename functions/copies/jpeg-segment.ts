/** Where a segment of a JPEG is: its marker, its place in the file, and how many bytes it has, with its marker and its length. */
export type Segment = { readonly marker: number; readonly at: number; readonly length: number };

/** A segment as bytes: marker, length, the mark that says what it is, and its body. */
export const segment = (marker: number, mark: string, body: Buffer): Buffer =>
  Buffer.concat([segmentHead(marker, mark.length + body.length), Buffer.from(mark, 'latin1'), body]);

/** The marker and the length of a segment. */
export function segmentHead(marker: number, bodyBytes: number): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + bodyBytes, 2);
  return head;
}
