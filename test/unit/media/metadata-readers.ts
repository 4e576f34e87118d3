import { spawnSync } from 'node:child_process';
import ExifReader from 'exifreader';

/** Readers of metadata that share no code with the product. */

/** What a picture tells of itself beyond its pixels' size, by group: `exif`, `gps`, `xmp`, `iptc`, `icc`, `Thumbnail` … */
export function groupsIn(bytes: Buffer): string[] {
  const found: object = ExifReader.load(bytes, { expanded: true, includeUnknown: true });
  return Object.entries(found).flatMap(([group, tags]) =>
    // What the container says of the picture's size and type.
    ['file', 'riff'].includes(group) || Object.keys(tags as object).length === 0 ? [] : [group],
  );
}

export const hasExiftool = spawnSync('exiftool', ['-ver']).status === 0;

/** `Group:Tag` and its text, for every file of a folder, embedded streams and unknown tags included. */
export function exiftoolTags(folder: string): { file: string; tag: string; text: string }[] {
  const words = ['-json', '-G1', '-a', '-u', '-ee', '-api', 'RequestAll=3', folder];
  const { stdout, stderr } = spawnSync('exiftool', words, { encoding: 'utf8', maxBuffer: 200_000_000 });
  if (stdout === '') throw new Error(stderr);
  const files = JSON.parse(stdout) as ({ SourceFile: string } & Record<string, unknown>)[];
  return files.flatMap(({ SourceFile, ...tags }) =>
    Object.entries(tags).map(([tag, value]) => ({ file: SourceFile, tag, text: String(value) })),
  );
}
