import { profileIn } from './color-profile.ts';
import { type CopyPiece, made, OddFile, range } from './copy-pieces.ts';
import type { SourceWindow } from './source-window.ts';

/** Blocks of a GIF (GIF89a, appendix A). */
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
const HEADER_BYTES = 13;
const IMAGE_BYTES = 10;
const CONTROL_BYTES = 8;
const APPLICATION_BYTES = 14;
const MAX_BLOCKS = 50_000;
/** 100 MiB in blocks of 255 bytes are 411,000. */
const MAX_SUB_BLOCKS = 1_000_000;
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);
const PROFILE = 'ICCRGBG1012';
const MAX_PROFILE_BYTES = 131_072;
const SUB_BLOCK_BYTES = 255;

/**
 * A clean copy of a GIF: its frames, how long each is shown, how often they are repeated, and a colour profile. Comments,
 * texts, XMP and what other programs made up are left out.
 * @throws OddFile
 */
export async function gifPieces(window: SourceWindow): Promise<CopyPiece[]> {
  let at = HEADER_BYTES + colorBytes((await window.bytes(0, HEADER_BYTES)).readUInt8(10));
  const pieces = [range(0, at)];
  // It says how the next frame is shown, and a text in between takes it.
  let control: CopyPiece[] = [];
  for (let step = 0; step < MAX_BLOCKS; step += 1) {
    const [kind] = await window.bytes(at, 1);
    if (kind === TRAILER) return [...pieces, made('\x3b')];
    if (kind === IMAGE) {
      const end = await endOfImage(window, at);
      pieces.push(...control, range(at, end - at));
      [control, at] = [[], end];
      continue;
    }
    if (kind !== EXTENSION) throw new OddFile('a block is unknown');
    const [, label] = await window.bytes(at, 2);
    const end = await endOfSubBlocks(window, at + 2);
    if (label === GRAPHIC_CONTROL && end - at === CONTROL_BYTES) control = [range(at, CONTROL_BYTES)];
    else if (label === APPLICATION) pieces.push(...(await application(window, at, end)));
    else control = [];
    at = end;
  }
  throw new OddFile('too many blocks');
}

/** Of the byte that says how large a colour table is, and whether there is one. */
const colorBytes = (packed: number): number => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));

async function endOfImage(window: SourceWindow, at: number): Promise<number> {
  const packed = (await window.bytes(at, IMAGE_BYTES))[9] ?? 0;
  // Behind the colours there is the size of the first code.
  return endOfSubBlocks(window, at + IMAGE_BYTES + colorBytes(packed) + 1);
}

/** Data come in blocks of up to 255 bytes, of which an empty one is the last. */
async function endOfSubBlocks(window: SourceWindow, from: number): Promise<number> {
  let at = from;
  for (let step = 0; step < MAX_SUB_BLOCKS; step += 1) {
    const [length = 0] = await window.bytes(at, 1);
    at += 1 + length;
    if (length === 0) return at;
  }
  throw new OddFile('too many blocks of data');
}

async function application(window: SourceWindow, at: number, end: number): Promise<CopyPiece[]> {
  if (end - at < APPLICATION_BYTES + 1) return [];
  const name = (await window.bytes(at, APPLICATION_BYTES)).toString('latin1', 3, 14);
  if (name === PROFILE) return profileBlocks(await dataOf(window, at + APPLICATION_BYTES));
  if (!LOOPS.has(name)) return [];
  // How often: block of 3 bytes, the first of which is 1, then the number.
  const loop =
    end - at >= APPLICATION_BYTES + 5 ? await window.bytes(at + APPLICATION_BYTES, 4) : Buffer.alloc(4);
  return loop[0] === 3 && loop[1] === 1 ? [range(at, APPLICATION_BYTES), made(loop, '\0')] : [];
}

/** @throws OddFile for more than profiles are long */
async function dataOf(window: SourceWindow, from: number): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for (let [at, bytes] = [from, 0]; ;) {
    const [length = 0] = await window.bytes(at, 1);
    if (length === 0) return Buffer.concat(blocks);
    if ((bytes += length) > MAX_PROFILE_BYTES) throw new OddFile('its profile is too large');
    blocks.push(Buffer.from(await window.bytes(at + 1, length)));
    at += 1 + length;
  }
}

/** The profile alone, in blocks anew; nothing instead of what is none. */
function profileBlocks(data: Buffer): CopyPiece[] {
  const profile = profileIn(data);
  if (!profile) return [];
  const blocks: (Buffer | string)[] = [`\x21\xff\x0b${PROFILE}`];
  for (let at = 0; at < profile.length; at += SUB_BLOCK_BYTES) {
    const block = profile.subarray(at, at + SUB_BLOCK_BYTES);
    blocks.push(Buffer.from([block.length]), block);
  }
  return [made(...blocks, '\0')];
}
