import { type File, smallJpeg } from '../fixtures/uploads.ts';

const PICTURES = 8;

/** Makes small photos, each a file of its own: a few pictures, told apart by a comment in the file. */
export async function createPhotos(): Promise<(name: string) => File> {
  const pictures = await Promise.all(Array.from({ length: PICTURES }, (_, seed) => smallJpeg(seed)));
  let made = 0;
  return (name) => {
    const picture = pictures[made % PICTURES] ?? Buffer.alloc(0);
    made += 1;
    return { name, type: 'image/jpeg', bytes: withComment(picture, name) };
  };
}

/** A JPEG with a comment right after its first marker. Source: ITU-T T.81, B.2.4.5. */
function withComment(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment);
  const marker = Buffer.from([0xff, 0xfe, 0, 0]);
  marker.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, text, jpeg.subarray(2)]);
}
