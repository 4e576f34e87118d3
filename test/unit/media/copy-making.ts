import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect } from 'vitest';
import { readPlan, writePlan } from '../../../functions/copies/copy-pieces.ts';
import { type CleanCopy, planCopy } from '../../../functions/copies/plan-copy.ts';
import { readCopy } from '../../../functions/copies/read-copy.ts';
import { bufferSource } from '../../../functions/media/byte-source.ts';
import { readCaptureDate } from '../../../functions/media/capture-date.ts';
import type { WallTime } from '../../../functions/media/date-text.ts';
import { scene } from './made-pictures.ts';

/** 2 May 2026, 18:34:05, two hours east of UTC. */
export const AT_SIX: WallTime = { localTime: '2026-05-02T18:34:05', offsetMinutes: 120 };

/** What made files tell in one way or another, and no clean copy may. */
export const SECRETS = ['Ana Maria', 'SN-4711', 'a very private note', 'MotionPhoto', 'thumb-nail'] as const;

export async function planOfCopy(bytes: Buffer, captured?: WallTime): Promise<CleanCopy | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'copy-'));
  try {
    const path = join(folder, 'original');
    writeFileSync(path, bytes);
    return await planCopy(path, captured);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A copy's bytes, by the plan as it is stored. */
export async function assembled(bytes: Buffer, copy: CleanCopy): Promise<Buffer> {
  const stored = readPlan(writePlan(copy.plan).toString());
  const chunks: Buffer[] = [];
  for await (const chunk of readCopy(stored, bufferSource(bytes))) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  expect([whole.length, crc32(whole)]).toEqual([copy.sizeBytes, copy.crc32]);
  return whole;
}

export async function copyOf(bytes: Buffer, captured?: WallTime): Promise<Buffer> {
  const copy = await planOfCopy(bytes, captured);
  if (!copy) throw new Error('No copy.');
  return assembled(bytes, copy);
}

export function expectNoSecretsOf(
  original: Buffer,
  copy: Buffer,
  secrets: readonly string[] = SECRETS,
): void {
  const heldBy = (bytes: Buffer) => secrets.filter((secret) => bytes.includes(secret));
  expect([heldBy(original), heldBy(copy)]).toEqual([secrets, []]);
}

/** What a picture looks like, upright, every frame, in its own colours. */
export const pixels = async (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { pages: -1, limitInputPixels: false }).autoOrient().raw().toBuffer();

export const capturedIn = async (bytes: Buffer, mime: string): Promise<WallTime | undefined> =>
  readCaptureDate({ input: bytes, mime, now: new Date() });

/** The tags of a colour profile. */
export function profileTags(icc: Buffer): [name: string, data: Buffer][] {
  return Array.from({ length: icc.readUInt32BE(128) }, (_, index) => {
    const entry = 132 + 12 * index;
    const at = icc.readUInt32BE(entry + 4);
    return [icc.toString('latin1', entry, entry + 4), icc.subarray(at, at + icc.readUInt32BE(entry + 8))];
  });
}

/** A profile of tags, behind the header of another. */
export function profileWith(header: Buffer, tags: readonly [name: string, data: Buffer | string][]): Buffer {
  const head = Buffer.alloc(132 + 12 * tags.length);
  header.copy(head, 0, 0, 128);
  head.writeUInt32BE(tags.length, 128);
  const data = tags.map(([, bytes]) => Buffer.from(bytes as string, 'latin1'));
  let at = head.length;
  for (const [index, [name]] of tags.entries()) {
    const entry = 132 + 12 * index;
    head.write(name, entry, 'latin1');
    head.writeUInt32BE(at, entry + 4);
    head.writeUInt32BE(data[index]?.length ?? 0, entry + 8);
    at += data[index]?.length ?? 0;
  }
  head.writeUInt32BE(at, 0);
  return Buffer.concat([head, ...data]);
}

/** The colour profile of Display P3. */
export const p3 = async (): Promise<Buffer> =>
  (await sharp(await scene(16, 16).png().withIccProfile('p3').toBuffer()).metadata()).icc ?? Buffer.of();

const profileOf = async (bytes: Buffer): Promise<Buffer> =>
  (await sharp(bytes).metadata()).icc ?? Buffer.alloc(132);

const colorsOf = async (bytes: Buffer) =>
  profileTags(await profileOf(bytes)).filter(([name]) => /^(?:.XYZ|.TRC|wtpt|chad|A2B.)$/.test(name));

/** The profile has the tags that colours are computed by. */
export async function expectProfileOf(original: Buffer, copy: Buffer): Promise<void> {
  expect((await colorsOf(original)).length).toBeGreaterThan(3);
  expect(await colorsOf(copy)).toEqual(await colorsOf(original));
}
