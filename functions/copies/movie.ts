import { type Box, blanked, boxAt, type Patch, patched, zeros } from './boxes.ts';
import { type CopyPiece, made, OddFile } from './copy-pieces.ts';
import { cleanHeader, type Track } from './movie-header.ts';
import type { Sample } from './sample-tables.ts';
import type { Told } from './small-exif.ts';
import { instantOf } from '../media/date-text.ts';
import type { SourceWindow } from './source-window.ts';
import { fillUserData, hasMessages, UNIT_HEADER_BYTES } from './user-data.ts';

const MAX_BOXES = 400;
const MAX_HEADER_BYTES = 8 * 1_048_576;
const MAX_UNITS = 2_000_000;
const MAX_MESSAGE_BYTES = 65_536;
/** What programs know a file by. Others are those of a maker's cameras. */
const BRANDS = new Set(
  [
    ['isom', 'iso2', 'iso3', 'iso4', 'iso5', 'iso6', 'iso8', 'mp41', 'mp42', 'avc1', 'hvc1', 'qt  '],
    ['M4V ', 'M4VP', 'M4A ', 'dby1', '3gp4', '3gp5', '3gp6', '3gp7', '3g2a', '3g2b', '3g2c', 'kddi'],
  ].flat(),
);
const PLAIN_BRAND = 'isom';

/**
 * A clean copy of an MP4, QuickTime, 3GP or 3G2 video: its pictures and sound as they are, every byte in its place. What
 * tells more becomes free space, samples of other tracks and whatever else lies between the samples become zeros.
 * @throws OddFile, also for what phones do not play
 */
export async function moviePieces(window: SourceWindow, captured: Told['captured']): Promise<CopyPiece[]> {
  const boxes = await topBoxes(window);
  const [moov, second] = boxes.filter(({ kind }) => kind === 'moov');
  if (!moov || second || boxes.some(({ kind }) => kind === 'moof'))
    throw new OddFile('it has no single header');
  const { tracks, patches } = cleanHeader(await wholeHeader(window, moov), secondsOf(captured));
  const data = boxes.filter(({ kind }) => kind === 'mdat');
  const last = boxes.findLast(({ kind }) => kind === 'moov' || kind === 'mdat');
  if (!last || tracks.length === 0) throw new OddFile('it has nothing to play');
  const other = boxes.filter(({ kind, at }) => !['moov', 'mdat', 'ftyp'].includes(kind) && at < last.at);
  return patched(last.end, [
    ...patches.map((patch) => ({ ...patch, at: patch.at + moov.body })),
    ...(await brands(window, boxes)),
    ...other.flatMap(blanked),
    ...between(samplesInOrder(tracks), data),
    ...(await userData(window, tracks)),
  ]);
}

async function topBoxes(window: SourceWindow): Promise<Box[]> {
  const boxes: Box[] = [];
  let at = 0;
  while (at + 8 <= window.size) {
    const head = await window.bytes(at, Math.min(16, window.size - at));
    const isPlayable = ['moov', 'mdat'].every((kind) => boxes.some((box) => box.kind === kind));
    // What follows a video without being a box is left out.
    if (isPlayable && head.readUInt32BE(0) > window.size - at) break;
    const box = boxAt(head, { at, end: window.size });
    if (box.end === at) break;
    if (boxes.push(box) > MAX_BOXES) throw new OddFile('too many boxes');
    at = box.end;
  }
  return boxes;
}

async function wholeHeader(window: SourceWindow, { body, end }: Box): Promise<Buffer> {
  if (end - body > MAX_HEADER_BYTES) throw new OddFile('its header is too large');
  return (await window.rest(body, end - body)).subarray(0, end - body);
}

const secondsOf = (captured: Told['captured']): number | undefined =>
  captured && Math.floor(instantOf(captured).getTime() / 1000);

async function brands(window: SourceWindow, boxes: readonly Box[]): Promise<Patch[]> {
  const patches: Patch[] = [];
  for (const { kind, body, end } of boxes) {
    if (kind !== 'ftyp') continue;
    const names = await window.bytes(body, Math.min(end - body, 256));
    patches.push(zeros(body + names.length, end), zeros(body + 4, Math.min(body + 8, end)));
    for (let at = 0; at + 4 <= names.length; at += 4) {
      const isVersion = at === 4;
      if (!isVersion && !BRANDS.has(names.toString('latin1', at, at + 4)))
        patches.push({ at: body + at, piece: made(PLAIN_BRAND) });
    }
  }
  return patches;
}

const samplesInOrder = (tracks: readonly Track[]): Sample[] =>
  tracks.flatMap(({ samples }) => samples).toSorted((a, b) => a.from - b.from);

/** Zeros for all that is in no sample. @throws OddFile for samples that overlap or are not among the data */
function between(samples: readonly Sample[], data: readonly Box[]): Patch[] {
  const patches: Patch[] = [];
  let index = 0;
  for (const { body, end } of data) {
    let at = body;
    for (; index < samples.length; index += 1) {
      const { from, length } = samples[index] ?? { from: 0, length: 0 };
      if (from >= end && length > 0) break;
      if (length > 0 && (from < at || from + length > end)) throw new OddFile('its samples overlap');
      if (length === 0) continue;
      patches.push(zeros(at, from));
      at = from + length;
    }
    patches.push(zeros(at, end));
  }
  if (index < samples.length) throw new OddFile('its samples are not there');
  return patches;
}

/** User data in the units of H.264 and HEVC, in which cameras and programs write what they like. */
async function userData(window: SourceWindow, tracks: readonly Track[]): Promise<Patch[]> {
  const patches: Patch[] = [];
  let steps = 0;
  for (const { codec, samples } of tracks) {
    const { units, lengthBytes } = codec;
    if (units === undefined) continue;
    for (const { from, length } of samples.toSorted((a, b) => a.from - b.from)) {
      const end = from + length;
      for (let at = from; at < end;) {
        if ((steps += 1) > MAX_UNITS || at + lengthBytes > end) throw new OddFile('a unit is too short');
        const unitBytes = (await window.bytes(at, lengthBytes)).readUIntBE(0, lengthBytes);
        const begin = at + lengthBytes;
        at = begin + unitBytes;
        if (at > end) throw new OddFile('a unit is too long');
        const head = await window.bytes(begin, Math.min(unitBytes, UNIT_HEADER_BYTES));
        if (!hasMessages(head, units)) continue;
        if (unitBytes > MAX_MESSAGE_BYTES) throw new OddFile('its messages are too long');
        patches.push(...fillUserData(await window.bytes(begin, unitBytes), { at: begin, units }));
      }
    }
  }
  return patches;
}
