import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillUserData } from '../../../functions/copies/user-data.ts';
import { hasSamples, sample } from '../../fixtures/sample-files.ts';
import { AT_SIX, capturedIn, copyOf, expectNoSecretsOf, planOfCopy } from './copy-making.ts';
import { exiftoolTags, hasExiftool } from './metadata-readers.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'movies-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ffmpeg = (...words: (string | string[])[]): string =>
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...words.flat()], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });

/** Units of supplemental messages, by codec: user data in them is not what is shown. */
const MESSAGES = {
  h264: ['-bsf:v', 'filter_units=remove_types=6'],
  hevc: ['-bsf:v', 'filter_units=remove_types=39-40'],
};
type Codec = keyof typeof MESSAGES | 'other';

/** Checksums of every encoded picture and piece of sound, with its time. */
function shown(bytes: Buffer, codec: Codec = 'h264'): string[] {
  const path = join(folder, 'shown');
  writeFileSync(path, bytes);
  const filter = codec === 'other' ? [] : MESSAGES[codec];
  const sums = ffmpeg(
    '-i',
    path,
    ['-map', '0:v', '-map', '0:a?', '-c', 'copy'],
    filter,
    '-f',
    'framemd5',
    '-',
  );
  // Beside the first picture is the colour profile, which loses its words.
  return sums
    .split('\n')
    .flatMap((line) => (line.startsWith('#') ? [] : line.replace(/^(0,.*), S=1,.*$/, '$1')));
}

const SECRETS = ['Ana Maria', 'Apple', 'iPhone 17', '+48.2082+016.3738', '18:34:05:11', 'x264 - core'];

/** A video as phones make them: it says where, with what and for whom, and has a track of times beside. */
function talkative(): Buffer {
  const path = join(folder, 'told.mov');
  ffmpeg(
    ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=25:duration=2', '-f', 'lavfi', '-i', 'sine=duration=2'],
    ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-timecode', '18:34:05:11'],
    ['-metadata', 'com.apple.quicktime.make=Apple', '-metadata', 'com.apple.quicktime.model=iPhone 17'],
    ['-metadata', 'com.apple.quicktime.location.ISO6709=+48.2082+016.3738/', '-metadata', 'title=Ana Maria'],
    ['-metadata', 'creation_time=2020-01-01T00:00:00Z', '-movflags', 'use_metadata_tags', path],
  );
  return Buffer.concat([readFileSync(path), Buffer.from('SEFT 18:34:05:11')]);
}

describe.runIf(hasFfmpeg)('a clean copy of a video', () => {
  let original: Buffer;
  beforeAll(() => {
    original = talkative();
  });

  it('shows and sounds the same, is dated, and tells nothing else', async () => {
    const copy = await copyOf(original, AT_SIX);
    expectNoSecretsOf(original, copy, SECRETS);
    expect(shown(copy)).toEqual(shown(original));
    expect(await capturedIn(copy, 'video/quicktime')).toMatchObject({ localTime: '2026-05-02T16:34:05' });
  });

  it('of an undated one has no date', async () => {
    expect(await capturedIn(await copyOf(original), 'video/quicktime')).toBeUndefined();
  });

  it('has the sound that all phones play, where another is recorded beside it', async () => {
    const path = join(folder, 'spatial.mov');
    ffmpeg(
      ['-f', 'lavfi', '-i', 'testsrc=size=64x48:duration=1', '-f', 'lavfi', '-i', 'sine=duration=1'],
      [
        '-map',
        '0:v',
        '-map',
        '1:a',
        '-map',
        '1:a',
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-pix_fmt',
        'yuv420p',
        '-c:a',
        'aac',
        path,
      ],
    );
    const whole = readFileSync(path);
    const stereo = shown(await copyOf(whole)).filter((line) => !line.startsWith('2,'));
    const spatial = Buffer.from(whole);
    spatial.write('apac', spatial.lastIndexOf('mp4a', spatial.lastIndexOf('stsd') + 20), 'latin1');
    expect(shown(await copyOf(spatial))).toEqual(stereo);
    spatial.write('apac', spatial.indexOf('mp4a'), 'latin1');
    expect(await planOfCopy(spatial)).toBeUndefined();
  });

  it('is not made of one that comes in fragments', async () => {
    const path = join(folder, 'fragments.mp4');
    ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=64x48:duration=1',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-movflags',
      'frag_keyframe+empty_moov',
      path,
    );
    expect(await planOfCopy(readFileSync(path))).toBeUndefined();
  });
});

describe.runIf(hasSamples && hasFfmpeg)('of a real video', () => {
  it.each<[string, Codec]>([
    ['video.mp4', 'h264'],
    ['video-h265.mp4', 'hevc'],
    ['phone.3gp', 'other'],
    ['made-3g2.3g2', 'other'],
    ['made-mov.mov', 'h264'],
  ])('as %s the copy shows and sounds the same', async (name, codec) => {
    const bytes = sample(`video/${name}`);
    const copy = await copyOf(bytes, AT_SIX);
    writeFileSync(join(folder, `copy-${name}`), copy);
    expect(shown(copy, codec)).toEqual(shown(bytes, codec));
  });

  // That comes in fragments, that phones do not play, that is cut, in other containers.
  it.each([
    'rotate-buck-bunny.mp4',
    'mjpeg.mov',
    'truncated.mp4',
    'made-avi.avi',
    'made-wmv.wmv',
    'made-ogg.ogg',
    'frames.webm',
  ])('as %s no copy is made', async (name) => {
    expect(await planOfCopy(sample(`video/${name}`), AT_SIX)).toBeUndefined();
  });

  it.runIf(hasExiftool)('exiftool finds no tag that tells of place, device or person', () => {
    const telling =
      /gps|location|make|model|author|artist|software|encod|serial|comment|title|user|name|copyright/i;
    const empty = /^(?:System|File|ExifTool):|CompressorName|CompressorID|HandlerVendorID|VendorID/;
    const tags = exiftoolTags(folder)
      .filter(({ file }) => file.includes('/copy-'))
      .filter(({ tag, text }) => telling.test(tag) && !empty.test(tag) && !['', '0'].includes(text));
    expect(tags).toEqual([]);
  });
});

const filledUnit = (hex: string): string => {
  const unit = Buffer.from(hex.replaceAll(' ', ''), 'hex');
  for (const { at, piece } of fillUserData(unit, { at: 0, units: 'h264' })) {
    if (piece.kind === 'fill') unit.fill(piece.byte, at, at + piece.length);
  }
  return unit.toString('hex');
};

describe('user data in a unit', () => {
  it('is filled, and other messages in the same unit stay', () => {
    expect(filledUnit('06 0402aabb 0503010203 80')).toBe('060402aabb0503ffffff80');
  });

  it('keeps the bytes that keep it apart from start codes, so that its length stays', () => {
    expect(filledUnit('06 0505 41 0000 03 01 42 80')).toBe('060505ff000003ffff80');
  });

  it('is filled as far as a unit goes that is shorter than it says', () => {
    expect(filledUnit('06 05ff41 4243')).toBe('0605ff41ffff');
  });

  it('is not looked for in other units', () => {
    expect(filledUnit('65 0503010203 80')).toBe('65050301020380');
  });
});
