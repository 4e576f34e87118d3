import { inflateSync } from 'node:zlib';
import type { ByteSource } from './byte-source.ts';

/** The metadata blocks of a picture, without their wrappers. */
export type PictureBlocks = { exif?: Buffer; xmp?: Buffer; iptc?: Buffer };

const MAX_STEPS = 200;
/** The usual library writes picture data in chunks of 8 KB: this is enough for 100 MiB. */
const MAX_PNG_CHUNKS = 15_000;
const MAX_BLOCK_BYTES = 1_048_576;
const EXIF_MARK = 'Exif\0\0';
const XMP_MARK = 'http://ns.adobe.com/xap/1.0/\0';
const PHOTOSHOP_MARK = 'Photoshop 3.0\0';
const PNG_XMP_MARK = 'XML:com.adobe.xmp\0';

/**
 * Finds the EXIF, XMP and IPTC blocks of a JPEG, PNG or WebP. Reads only headers and those blocks, in a
 * bounded number of steps and at most 1 MiB per block; other formats carry none that cameras write.
 */
export async function readPictureBlocks(source: ByteSource, mime: string): Promise<PictureBlocks> {
  if (mime === 'image/jpeg') return jpegBlocks(source);
  if (mime === 'image/png') return pngBlocks(source);
  if (mime === 'image/webp') return webpBlocks(source);
  return {};
}

async function jpegBlocks(source: ByteSource): Promise<PictureBlocks> {
  const blocks: PictureBlocks = {};
  let at = 2;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const header = await source.read(at, 4);
    if (header.length < 4 || header[0] !== 0xff) break;
    const marker = header[1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = header.readUInt16BE(2);
    const isScanOrEnd = marker === 0xda || marker === 0xd9;
    if (isScanOrEnd || length < 2) break;
    if (marker === 0xe1 || marker === 0xed) keepJpegBlock(blocks, await source.read(at + 4, length - 2));
    at += 2 + length;
  }
  return blocks;
}

/** The first block of each kind counts; extended XMP is for what does not fit the first and has no dates. */
function keepJpegBlock(blocks: PictureBlocks, body: Buffer): void {
  const behind = (mark: string): Buffer | undefined =>
    body.toString('latin1', 0, mark.length) === mark ? body.subarray(mark.length) : undefined;
  blocks.exif ??= behind(EXIF_MARK);
  blocks.xmp ??= behind(XMP_MARK);
  blocks.iptc ??= behind(PHOTOSHOP_MARK);
}

async function pngBlocks(source: ByteSource): Promise<PictureBlocks> {
  const blocks: PictureBlocks = {};
  let at = 8;
  for (let step = 0; step < MAX_PNG_CHUNKS; step += 1) {
    const header = await source.read(at, 8);
    if (header.length < 8) break;
    const length = header.readUInt32BE(0);
    const kind = header.toString('latin1', 4, 8);
    if (kind === 'IEND') break;
    if (kind === 'eXIf') blocks.exif ??= await source.read(at + 8, Math.min(length, MAX_BLOCK_BYTES));
    if (kind === 'iTXt') blocks.xmp ??= pngXmp(await source.read(at + 8, Math.min(length, MAX_BLOCK_BYTES)));
    at += 12 + length;
  }
  return blocks;
}

/** keyword \0 compressed? method language \0 translation \0 text (PNG, 11.3.4.5). */
function pngXmp(body: Buffer): Buffer | undefined {
  const mark = PNG_XMP_MARK.length;
  if (body.toString('latin1', 0, mark) !== PNG_XMP_MARK) return undefined;
  const afterLanguage = body.indexOf(0, mark + 2);
  const afterTranslation = body.indexOf(0, afterLanguage + 1);
  if (afterLanguage < 0 || afterTranslation < 0) return undefined;
  const text = body.subarray(afterTranslation + 1);
  if (body[mark] !== 1) return text;
  try {
    return inflateSync(text, { maxOutputLength: MAX_BLOCK_BYTES });
  } catch {
    return undefined;
  }
}

async function webpBlocks(source: ByteSource): Promise<PictureBlocks> {
  const blocks: PictureBlocks = {};
  let at = 12;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const header = await source.read(at, 8);
    if (header.length < 8) break;
    const kind = header.toString('latin1', 0, 4);
    const length = header.readUInt32LE(4);
    const body = (): Promise<Buffer> => source.read(at + 8, Math.min(length, MAX_BLOCK_BYTES));
    if (kind === 'EXIF') blocks.exif ??= withoutExifMark(await body());
    if (kind === 'XMP ') blocks.xmp ??= await body();
    at += 8 + length + (length % 2);
  }
  return blocks;
}

/** Some writers put the JPEG mark in front of WebP's EXIF, against the container's specification. */
const withoutExifMark = (body: Buffer): Buffer =>
  body.toString('latin1', 0, EXIF_MARK.length) === EXIF_MARK ? body.subarray(EXIF_MARK.length) : body;
