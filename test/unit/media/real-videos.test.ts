import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Video } from '../../../functions/media/video.ts';
import { hasSamples, samplePath } from '../../fixtures/sample-files.ts';
import { hasFfmpeg } from '../../fixtures/sample-video.ts';
import { exiftoolTags, hasExiftool } from './metadata-readers.ts';
import { film, made, played, TIMEOUT, useVideoFolder, videoFolder } from './video-making.ts';

useVideoFolder();

let served = 0;

/** Puts all that would be served of a video aside: three posters and what plays. */
function keepServed(name: string, { poster, play }: Video): void {
  served += 1;
  const place = join(videoFolder(), 'served');
  mkdirSync(place, { recursive: true });
  for (const { name: size, bytes } of poster?.renditions ?? [])
    writeFileSync(join(place, `${name}.${size}.webp`), bytes);
  if (play) copyFileSync(play.path, join(place, `${name}.${play.name}`));
}

/** Groups and tags in which cameras, phones and programs tell of themselves and their owners. */
const TELLING =
  /^(XMP|IFD|ExifIFD|GPS|IPTC|ICC|Keys|ItemList|UserData|Apple|Google|Samsung|MakerNotes)|GPS|Location|:(Make|Model|Serial\w*|Software|Encoder|Artist|Owner\w*|Author|Title|Comment|Copyright|Thumbnail\w*|TimeCode|TagName|TagString)$/;

const isTelling = ({ tag, text }: { tag: string; text: string }): boolean =>
  TELLING.test(tag) || (/Date|Time$/.test(tag) && /[1-9]\d{3}:\d\d/.test(text));

/** What ffmpeg made it may shorten as well: all of it takes long to read or to convert. */
const MADE = /^(made-|frames|phone)/;
const beginning = (name: string) => film(name, '-i', samplePath(`video/${name}`), '-t', '0.2', '-c', 'copy');

describe.runIf(hasFfmpeg && hasSamples)('real videos', () => {
  it.each([
    ['frames.webm', 'video/webm', 1080, 1080, 'play.webm', 'copied'],
    ['made-3g2.3g2', 'video/3gpp2', 512, 288, 'play.mp4', 'transcoded'],
    ['mjpeg.mov', 'video/quicktime', 640, 480, 'play.mp4', 'transcoded'],
    ['phone.3gp', 'video/3gpp', 504, 288, 'play.mp4', 'transcoded'],
    ['rotate-buck-bunny.mp4', 'video/mp4', 1080, 1920, 'play.mp4', 'copied'],
  ])(
    '%s',
    async (name, mime, width, height, playName, how) => {
      const path = MADE.test(name) ? beginning(name) : samplePath(`video/${name}`);
      const video = await made(path, mime, TIMEOUT);
      expect(video).toMatchObject({ width, height, play: { name: playName, made: how } });
      expect(video.poster?.renditions).toHaveLength(3);
      expect(video.poster?.signals.contrast).toBeGreaterThan(0.05);
      const { facts, bytes } = await played(video);
      expect(bytes.includes(name)).toBe(false);
      keepServed(name, video);
      expect(Math.abs(facts.width / facts.height - width / height)).toBeLessThan(0.02);
      expect(Math.abs((facts.durationSeconds ?? 0) - (video.durationSeconds ?? 0))).toBeLessThan(0.5);
    },
    TIMEOUT,
  );

  it.runIf(hasExiftool)('tell exiftool nothing of who, where, when or with what', () => {
    const tags = exiftoolTags(join(videoFolder(), 'served'));
    expect(new Set(tags.map(({ file }) => file)).size).toBe(4 * served);
    const own = tags.filter(({ tag }) => !/^(SourceFile|ExifTool|System|File|Composite):?/.test(tag));
    expect(own.filter(isTelling)).toEqual([]);
    // The same question asked of the originals has answers.
    const originals = exiftoolTags(samplePath('video'));
    expect(originals.filter(isTelling).length).toBeGreaterThan(5);
  });

  it('that is cut off before its index is refused', async () => {
    await expect(made(samplePath('video/truncated.mp4'))).rejects.toMatchObject({ code: 'damaged' });
  });
});
