import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { sniffMediaType } from '../../../functions/media/sniff.ts';
import { probeVideo } from '../../../functions/media/video-probe.ts';
import { makeVideo, type Video } from '../../../functions/media/video.ts';

export const TIMEOUT = 120_000;

let folder = '';
let count = 0;

/** Gives the tests of a file a folder for their videos. */
export function useVideoFolder(): void {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'video-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
}

export const videoFolder = (): string => folder;

/** @returns a path in the folder that no other file has */
export function newVideoPath(name: string): string {
  count += 1;
  return join(folder, `${count}-${name}`);
}

/**
 * A file that ffmpeg writes.
 * @param args its arguments but the last
 */
export function film(name: string, ...args: string[]): string {
  const path = newVideoPath(name);
  const made = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args, path], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  return path;
}

/** What the product makes of a video. */
export const made = (path: string, declaredType = 'video/mp4', budgetMs = 60_000): Promise<Video> =>
  makeVideo({ path, declaredType, folder, budgetMs });

/** What the playable rendition is, by the independent probe. */
export async function played({ play }: Video) {
  const path = play?.path ?? '';
  const mime = sniffMediaType(readFileSync(path)) ?? '';
  const facts = await probeVideo({ path, mime }, { timeoutMs: 20_000 });
  if (facts === 'missing') throw new Error('no ffprobe');
  return { mime, facts, bytes: readFileSync(path) };
}
