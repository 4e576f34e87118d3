import { surplus } from './box-contents.ts';
import { type Box, blanked, boxesIn, type Patch, zeros } from './boxes.ts';
import { made, OddFile } from './copy-pieces.ts';
import { type Codec, describedSamples, isKnownSound } from './sample-descriptions.ts';
import { type Sample, samplesOf } from './sample-tables.ts';

/** A sound or video track that stays: what its samples are, and where. */
export type Track = { readonly codec: Codec; readonly samples: readonly Sample[] };

/** What takes the place of parts of the header, and the tracks that stay. Places are those of the header's own bytes. */
export type CleanHeader = { readonly patches: readonly Patch[]; readonly tracks: readonly Track[] };

/** Seconds from 1904, where the header counts from, to 1970. */
const SECONDS_1904_TO_1970 = 2_082_844_800;
const MAX_32 = 0xffffffff;
/** The language "undetermined" in packed letters (ISO 14496-12, 8.4.2.3). */
const NO_LANGUAGE = '\x55\xc4';

/** What of each box stays as it is; what is in neither list becomes free space. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  trak: [],
  edts: ['elst'],
  tapt: ['clef', 'prof', 'enof'],
  minf: ['vmhd', 'smhd'],
  // Other tables are hints that no player needs.
  stbl: ['stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stco', 'co64', 'stss', 'stps'],
};

type Walk = { readonly header: Buffer; readonly seconds: number; readonly patches: Patch[] };

/**
 * Goes through the body of a `moov` box: dates become the one that is known, names and makers are blanked, and whatever
 * does not describe pictures and sound becomes free space, tracks of places, movements and times included.
 * @param seconds since 1970; undefined for an undated video
 * @throws OddFile
 */
export function cleanHeader(header: Buffer, seconds: number | undefined): CleanHeader {
  const since1904 = seconds === undefined ? 0 : seconds + SECONDS_1904_TO_1970;
  const walk: Walk = { header, seconds: since1904 > 0 && since1904 <= MAX_32 ? since1904 : 0, patches: [] };
  const tracks: Track[] = [];
  const boxes = boxesIn(header, { from: 0, end: header.length });
  const shown = shownTracks(header, boxes);
  for (const box of boxes) {
    if (box.kind === 'mvex') throw new OddFile('it comes in fragments');
    if (box.kind === 'mvhd') movie(walk, box);
    else if (shown.includes(box)) tracks.push(track(walk, box));
    else walk.patches.push(...blanked(box));
  }
  return { patches: walk.patches, tracks };
}

/** Before the number of the next track, QuickTime has times of previews and selections, which are nothing elsewhere. */
function movie(walk: Walk, box: Box): void {
  date(walk, box);
  const nextTrack = box.body + (walk.header[box.body] === 1 ? 108 : 96);
  walk.patches.push(zeros(nextTrack - 24, nextTrack));
}

const childrenOf = (header: Buffer, box: Box): Box[] => boxesIn(header, { from: box.body, end: box.end });

function child(header: Buffer, box: Box, kind: string): Box {
  const found = childrenOf(header, box).find((one) => one.kind === kind);
  if (!found) throw new OddFile(`it has no ${kind}`);
  return found;
}

/**
 * The tracks of pictures and of sound. Phones that record sound for many loudspeakers, in an encoding of their own, record what
 * all others play beside it: then that is the sound.
 */
function shownTracks(header: Buffer, boxes: readonly Box[]): Box[] {
  const tracks = boxes.filter(({ kind }) => kind === 'trak');
  const pictures = tracks.filter((trak) => handlerOf(header, trak) === 'vide');
  const sounds = tracks.filter((trak) => handlerOf(header, trak) === 'soun');
  const known = sounds.filter((trak) => isKnownSound(header, descriptionOf(header, trak)));
  return [...pictures, ...(known.length > 0 ? known : sounds)];
}

function handlerOf(header: Buffer, trak: Box): string {
  const { body } = child(header, child(header, trak, 'mdia'), 'hdlr');
  return header.toString('latin1', body + 8, body + 12);
}

const descriptionOf = (header: Buffer, trak: Box): Box =>
  ['mdia', 'minf', 'stbl', 'stsd'].reduce((box, kind) => child(header, box, kind), trak);

function track(walk: Walk, trak: Box): Track {
  let found: Track | undefined;
  for (const box of childrenOf(walk.header, trak)) {
    if (box.kind === 'tkhd') date(walk, box);
    else if (box.kind === 'mdia') found = media(walk, box);
    else if (box.kind === 'edts' || box.kind === 'tapt') keepKnown(walk, box);
    else walk.patches.push(...blanked(box));
  }
  if (!found) throw new OddFile('a track has no samples');
  return found;
}

function media(walk: Walk, mdia: Box): Track | undefined {
  let found: Track | undefined;
  for (const box of childrenOf(walk.header, mdia)) {
    if (box.kind === 'mdhd') {
      date(walk, box);
      walk.patches.push({ at: box.body + (walk.header[box.body] === 1 ? 32 : 20), piece: made(NO_LANGUAGE) });
    } else if (box.kind === 'hdlr') unname(walk, box);
    else if (box.kind === 'minf') found = information(walk, box);
    else walk.patches.push(...blanked(box));
  }
  return found;
}

function information(walk: Walk, minf: Box): Track | undefined {
  let found: Track | undefined;
  for (const box of keepKnown(walk, minf, ['hdlr', 'dinf', 'stbl'])) {
    if (box.kind === 'hdlr') unname(walk, box);
    else if (box.kind === 'dinf') localData(walk, box);
    else found = samples(walk, box);
  }
  return found;
}

function samples(walk: Walk, stbl: Box): Track {
  const boxes = new Map(childrenOf(walk.header, stbl).map((box) => [box.kind, box]));
  keepKnown(walk, stbl, ['stsd']);
  const description = boxes.get('stsd');
  if (!description) throw new OddFile('it does not say what its samples are');
  const { codec, patches } = describedSamples(walk.header, description);
  walk.patches.push(...patches);
  return { codec, samples: samplesOf(walk.header, boxes) };
}

/** Blanks what is not known of a box. @returns its children of these kinds, which are somebody else's */
function keepKnown(walk: Walk, parent: Box, others: readonly string[] = []): Box[] {
  const kept = KEPT[parent.kind] ?? [];
  const children = childrenOf(walk.header, parent);
  for (const box of children) {
    if (kept.includes(box.kind)) walk.patches.push(...surplus(walk.header, box));
    else if (!others.includes(box.kind)) walk.patches.push(...blanked(box));
  }
  return children.filter(({ kind }) => others.includes(kind));
}

/** Creation and modification become the one date that is known, in UTC. */
function date({ header, seconds, patches }: Walk, box: Box): void {
  const { body } = box;
  patches.push(...surplus(header, box));
  const bytes = header[body] === 1 ? 8 : 4;
  const value = Buffer.alloc(bytes);
  value.writeUInt32BE(seconds, bytes - 4);
  patches.push({ at: body + 4, piece: made(value, value) });
}

/** Handlers have a maker and a name, which cameras write theirs into. */
function unname({ patches }: Walk, { body, end }: Box): void {
  patches.push(zeros(body + 12, end));
}

/** Data are in the file itself. QuickTime's way of saying so may hold the path at which the file once was. */
function localData({ header, patches }: Walk, dinf: Box): void {
  const reference = child(header, dinf, 'dref');
  for (const box of childrenOf(header, dinf)) if (box.kind !== 'dref') patches.push(...blanked(box));
  for (const entry of boxesIn(header, { from: reference.body + 8, end: reference.end })) {
    if (((header[entry.body + 3] ?? 0) & 1) === 0) throw new OddFile('its data are elsewhere');
    patches.push(zeros(entry.body + 4, entry.end));
  }
}
